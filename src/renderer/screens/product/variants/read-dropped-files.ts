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

/** The images in a folder; other files are skipped. */
const filesIn = async (entry: FileSystemEntry): Promise<File[]> => {
  if (isFile(entry)) return isPicture(entry) ? [await fileOf(entry)] : [];
  if (!isDirectory(entry)) return [];
  const reader = entry.createReader();
  const entries: FileSystemEntry[] = [];
  // `readEntries` returns at most 100 entries per call, and none at the end.
  for (let batch = await readEntries(reader); batch.length > 0; batch = await readEntries(reader)) {
    entries.push(...batch);
  }
  const files: File[] = [];
  for (const each of entries.sort(byName)) files.push(...(await filesIn(each)));
  return files;
};

/** Dropped files, and images in dropped folders by name. Must be called synchronously in the drop handler. */
export const readDroppedFiles = async ({ items, files }: DataTransfer): Promise<File[]> => {
  const plain = [...files];
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  // Only the original File has a path on disk; one from an entry has none.
  if (!entries.some(isDirectory)) return plain;
  const found: File[] = [];
  for (const entry of entries) {
    const own = entry.isFile ? plain.find(({ name }) => name === entry.name) : undefined;
    found.push(...(own ? [own] : await filesIn(entry)));
  }
  return found;
};
