import { createStore, delMany, get, keys, set } from 'idb-keyval';
import { type LocalFile, platform } from '../platform/index.ts';
import { mapLocalFiles, mapValuesDeep } from '../platform/local-files.ts';
import type { StorageCipher } from './storage-cipher.ts';

/** Form values on this computer: of a draft, or of a change that waits for the server. */
type Values = Record<string, unknown>;

/** Takes the place of a file in stored values. */
type FileReference = { draftFile: string; name: string; type: string };

type StoredFile = Blob | { sealed: Blob };

const files = createStore('draft-files', 'files');

export const fileKey = (owner: string, { id }: LocalFile): string => `${owner}/${id}`;

/** Replaces files by references. `owner` is the id of the draft or change. */
export const toStoredValues = (owner: string, values: Values): Values =>
  mapLocalFiles(
    values,
    (file): FileReference => ({ draftFile: fileKey(owner, file), name: file.name, type: file.type }),
  );

export const getFileKeys = async (owner: string): Promise<string[]> =>
  (await keys<string>(files)).filter((key) => key.startsWith(`${owner}/`));

export const deleteFiles = (names: readonly string[]): Promise<void> => delMany([...names], files);

const sealFile = async (name: string, file: Blob, cipher: StorageCipher): Promise<StoredFile> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return { sealed: new Blob([await cipher.seal({ name, bytes })]) };
};

/** Rejects if there is no space. Without a cipher, the file isn't encrypted. */
export const storeFile = async (
  name: string,
  file: Blob,
  { cipher, isWanted }: { cipher: StorageCipher | null; isWanted?: () => Promise<boolean> },
): Promise<void> => {
  const stored = cipher ? await sealFile(name, file, cipher) : file;
  if (!isWanted || (await isWanted())) await set(name, stored, files);
};

const isFileReference = (value: object): value is FileReference => 'draftFile' in value;

const getFileKind = ({ type }: FileReference) => {
  if (type === 'application/pdf') return 'pdf';
  if (type === 'text/vtt') return 'captions';
  return type.startsWith('video/') ? 'video' : 'image';
};

const readBytes = async (name: string, cipher: StorageCipher | null): Promise<BlobPart | null> => {
  const stored = await get<StoredFile>(name, files);
  if (!stored || stored instanceof Blob) return stored ?? null;
  const bytes = new Uint8Array(await stored.sealed.arrayBuffer());
  return (await cipher?.open({ name, bytes })) ?? null;
};

const readFile = async (reference: FileReference, cipher: StorageCipher | null): Promise<LocalFile | null> => {
  const bytes = await readBytes(reference.draftFile, cipher);
  if (!bytes) return null;
  const file = new File([bytes], reference.name, { type: reference.type });
  const [result] = await platform.files.add({ kind: getFileKind(reference), files: [file] });
  return result && 'file' in result ? result.file : null;
};

/** Restores stored values with their files; `lostFiles` names those that are no longer stored or readable. */
export const loadValues = async (
  stored: Values,
  cipher: StorageCipher | null,
): Promise<{ values: Values; lostFiles: string[] }> => {
  const wanted: FileReference[] = [];
  mapValuesDeep(stored, isFileReference, (file) => wanted.push(file));
  const read = new Map<string, LocalFile | null>();
  for (const file of wanted) read.set(file.draftFile, await readFile(file, cipher));
  return {
    values: mapValuesDeep(stored, isFileReference, ({ draftFile }) => read.get(draftFile) ?? null),
    lostFiles: wanted.filter(({ draftFile }) => !read.get(draftFile)).map(({ name }) => name),
  };
};
