import { v4 } from 'uuid';
import { inspectContent } from '#shared/file-content.ts';
import type { FileResult, LocalFile } from '#shared/ipc-schemas.ts';
import { extensionsOf, fileTypeFromContent, maxUploadBytes, type PickableKind, validateFile } from '#shared/uploads.ts';
import { FileUnavailableError, type Platform } from './platform.ts';
import { revokeLater } from './revoke-later.ts';

const files = new Map<string, File>();

const inspectFile = async (file: File) => {
  // Loaded with the first file, to speed up the start.
  const { fileTypeFromBuffer } = await import('file-type');
  const read = async (start: number, end: number) => new Uint8Array(await file.slice(start, end).arrayBuffer());
  return inspectContent({ size: file.size, read, fileTypeFromBuffer });
};

const addFile = async (file: File, kind: PickableKind): Promise<FileResult> => {
  try {
    const content = file.size > maxUploadBytes ? { detectedExtension: null } : await inspectFile(file);
    const error = validateFile({ name: file.name, size: file.size, ...content, kind });
    if (error) return { error };
    const type = fileTypeFromContent(content.detectedExtension)?.mime ?? file.type;
    const id = v4();
    files.set(id, file);
    return { file: { id, name: file.name, size: file.size, type, previewUrl: URL.createObjectURL(file) } };
  } catch {
    return { error: `Couldn’t read ${file.name}` };
  }
};

const add: Platform['files']['add'] = ({ kind, files: added }) => Promise.all(added.map((file) => addFile(file, kind)));

const pick: Platform['files']['pick'] = ({ kind, isMultiple }) =>
  new Promise((resolve, reject) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = isMultiple;
    input.hidden = true;
    input.accept = [
      ...(kind === 'pdf' ? ['application/pdf'] : []),
      ...extensionsOf(kind).map((name) => `.${name}`),
    ].join(',');
    const finish = () => {
      input.remove();
      add({ kind, files: [...(input.files ?? [])] }).then(resolve, reject);
    };
    input.addEventListener('change', finish, { once: true });
    input.addEventListener('cancel', finish, { once: true });
    document.body.append(input);
    input.click();
  });

const release: Platform['files']['release'] = ({ id, previewUrl }) => {
  files.delete(id);
  revokeLater(previewUrl);
};

const createFileChangedError = ({ id, name }: Pick<LocalFile, 'id' | 'name'>) =>
  new FileUnavailableError(`${name} was changed, moved or deleted. Choose it again.`, id);

/** Returns an added file. Throws `FileUnavailableError` if it has changed since. */
export const getLocalFile = async ({ id, name }: LocalFile): Promise<File> => {
  const file = files.get(id);
  // Reading the first byte fails if the file has changed since it was chosen.
  const isReadable = await file
    ?.slice(0, 1)
    .arrayBuffer()
    .then(Boolean, () => false);
  if (!file || !isReadable) throw createFileChangedError({ id, name });
  return file;
};

const read: Platform['files']['read'] = async ({ id, name }) => {
  const file = files.get(id);
  if (!file) throw new Error(`${name} is no longer available`);
  return file;
};

/** Reads an added file as a field value: `filename@@dataURL`, or the bare data URL. */
export const encodeFileField = ({ id, name, type, isBare }: LocalFile): Promise<string> =>
  new Promise((resolve, reject) => {
    const error = createFileChangedError({ id, name });
    const file = files.get(id);
    if (!file) return reject(error);
    const reader = new FileReader();
    reader.onerror = () => reject(error);
    reader.onload = () => resolve(`${isBare ? '' : `${name}@@`}${reader.result}`);
    reader.readAsDataURL(file.slice(0, file.size, type));
  });

export const browserFiles = { pick, add, read, release } satisfies Partial<Platform['files']>;
