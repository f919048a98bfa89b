import { extensionsOf } from '#shared/uploads.ts';

const readEntries = (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> =>
  new Promise((resolve, reject) => reader.readEntries(resolve, reject));

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

const byName = (one: FileSystemEntry, other: FileSystemEntry) =>
  one.name.localeCompare(other.name, undefined, { numeric: true });

const isPicture = ({ name }: FileSystemEntry) =>
  extensionsOf('image').some((extension) => name.toLowerCase().endsWith(`.${extension}`));

/** The pictures of a folder; what else lies in it nobody meant to add. */
const filesIn = async (entry: FileSystemEntry): Promise<File[]> => {
  if (isFile(entry)) return isPicture(entry) ? [await fileOf(entry)] : [];
  if (!isDirectory(entry)) return [];
  const reader = entry.createReader();
  const entries: FileSystemEntry[] = [];
  // A reader gives a hundred at a time, and none at the end.
  for (let batch = await readEntries(reader); batch.length > 0; batch = await readEntries(reader)) {
    entries.push(...batch);
  }
  const files: File[] = [];
  for (const each of entries.sort(byName)) files.push(...(await filesIn(each)));
  return files;
};

/** The files that were dropped, and the pictures of dropped folders, by name. Must be called while the event is handled. */
export const droppedFiles = async ({ items, files }: DataTransfer): Promise<File[]> => {
  const plain = [...files];
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  // A file that is no folder keeps what the desktop knows of it, its path, only as it was dropped.
  if (!entries.some(isDirectory)) return plain;
  const found: File[] = [];
  for (const entry of entries) {
    const own = entry.isFile ? plain.find(({ name }) => name === entry.name) : undefined;
    found.push(...(own ? [own] : await filesIn(entry)));
  }
  return found;
};
