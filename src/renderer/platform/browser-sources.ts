import type { FileEntry } from '@zip.js/zip.js';
import { v4 } from 'uuid';
import { fileTypeOf, maxSourceFiles, maxUploadBytes, validateFile } from '#shared/uploads.ts';
import { browserFiles } from './browser-files.ts';
import type { FileSources, Platform } from './platform.ts';

/** A file, or one in a zip. */
type Content = File | FileEntry;

const contents = new Map<string, Content>();

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The file after its folder, from which the app may learn the product. */
const toShownPath = (path: string): string => path.split('/').slice(-2).join('/');

const isImage = (name: string): boolean =>
  !name.startsWith('.') && fileTypeOf(name.slice(name.lastIndexOf('.') + 1))?.kind === 'image';

const add = (into: FileSources, path: string, content: Content): void => {
  const name = baseName(path);
  if (name.startsWith('.') || path.startsWith('__MACOSX/')) return;
  if (!isImage(name) || into.files.length > maxSourceFiles) {
    into.skipped += 1;
    return;
  }
  const id = v4();
  const [size, modifiedAt] =
    content instanceof File
      ? [content.size, content.lastModified]
      : [content.uncompressedSize, content.lastModDate.getTime()];
  contents.set(id, content);
  into.files.push({ id, path: toShownPath(path), size, modifiedAt });
};

const addZip = async (into: FileSources, zip: File): Promise<void> => {
  const { BlobReader, configure, ZipReader } = await import('@zip.js/zip.js');
  // The policy for scripts of these pages forbids the library's own workers.
  configure({ useWebWorkers: false });
  for (const entry of await new ZipReader(new BlobReader(zip)).getEntries())
    if (!entry.directory) add(into, entry.filename, entry);
};

const addFile = (into: FileSources, path: string, file: File): Promise<void> | void =>
  /\.zip$/i.test(file.name)
    ? addZip(into, file).catch(() => {
        into.skipped += 1;
      })
    : add(into, path, file);

const addEntry = async (into: FileSources, entry: FileSystemEntry, folder: string): Promise<void> => {
  const path = `${folder}${entry.name}`;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return addFile(into, path, file);
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const readSome = () => new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
  // It returns a hundred at a time.
  for (let some = await readSome(); some.length > 0; some = await readSome())
    for (const child of some) await addEntry(into, child, `${path}/`);
};

type Dropped = { entries: readonly FileSystemEntry[]; files: readonly File[] };

/** Lists the images of a drop by its entries, or of chosen files. */
const collect = async ({ entries, files }: Dropped): Promise<FileSources> => {
  const into: FileSources = { files: [], skipped: 0 };
  for (const entry of entries) await addEntry(into, entry, '');
  if (entries.length === 0) for (const file of files) await addFile(into, file.webkitRelativePath || file.name, file);
  into.files.sort((one, other) => (one.path < other.path ? -1 : 1));
  return into;
};

const open: Platform['sources']['open'] = async ({ id, path, size }) => {
  const content = contents.get(id);
  const name = baseName(path);
  if (!content) return { error: `${name} is no longer available. Choose it again.` };
  let file = content;
  if (!(file instanceof File)) {
    if (size > maxUploadBytes) {
      return { error: validateFile({ name, size, detectedExtension: null, kind: 'image' }) ?? `Can’t use ${name}` };
    }
    const { BlobWriter } = await import('@zip.js/zip.js');
    try {
      file = new File([await file.getData(new BlobWriter())], name);
    } catch {
      return { error: `Couldn’t unpack ${name}` };
    }
  }
  const [result] = await browserFiles.add({ kind: 'image', files: [file] });
  return result ?? { error: `Couldn’t read ${name}` };
};

export const browserSources = { collect, open, forget: (): void => contents.clear() };
