import { v4 } from 'uuid';
import type { FileResult, LocalFile } from '#shared/ipc.ts';
import {
  extensionsOf,
  fileTypeFromContent,
  inspectContent,
  maxUploadBytes,
  type PickableKind,
  validateFile,
} from '#shared/uploads.ts';

import { http, sendEncoded } from './http.ts';
import { collectLocalFiles, mapLocalFiles } from './local-files.ts';
import { FileUnavailableError, isServerReachable, NetworkError, type Platform, type SendRequest } from './platform.ts';
import { checkServer } from './server.ts';

const revokeDelay = 60_000;

/** Revokes a blob URL when a download or a preview that has just begun no longer needs it. */
const revokeLater = (url: string): void => void setTimeout(() => URL.revokeObjectURL(url), revokeDelay);

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
const getLocalFile = async ({ id, name }: LocalFile): Promise<File> => {
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
const encodeFileField = ({ id, name, type, isBare }: LocalFile): Promise<string> =>
  new Promise((resolve, reject) => {
    const error = createFileChangedError({ id, name });
    const file = files.get(id);
    if (!file) return reject(error);
    const reader = new FileReader();
    reader.onerror = () => reject(error);
    reader.onload = () => resolve(`${isBare ? '' : `${name}@@`}${reader.result}`);
    reader.readAsDataURL(file.slice(0, file.size, type));
  });

type Body = SendRequest['body'];

const toJson = async (body: Body): Promise<string> => {
  const values = new Map<string, string>();
  for (const file of collectLocalFiles(body)) values.set(file.id, await encodeFileField(file));
  return JSON.stringify(mapLocalFiles(body, ({ id }) => values.get(id)));
};

const toForm = async (body: Body): Promise<FormData> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    const [file] = collectLocalFiles({ value });
    if (file) form.append(name, await getLocalFile(file), file.name);
    else form.append(name, String(value));
  }
  return form;
};

const encode = (body: Body, encoding: SendRequest['encoding']): Promise<string | FormData> =>
  (encoding === 'form' ? toForm(body) : toJson(body)).catch((error: unknown) => {
    if (error instanceof FileUnavailableError) throw error;
    throw new NetworkError(error instanceof Error ? error.message : 'Couldn’t read a file');
  });

export const send: Platform['send'] = async ({ body, encoding, ...request }) =>
  sendEncoded(request, {
    data: await encode(body, encoding),
    headers: encoding === 'form' ? {} : { 'content-type': 'application/json' },
  });

const download = (blob: Blob, fileName: string): void => {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  revokeLater(url);
};

/** Fetches an export and downloads it. The browser stores large blobs on disk. */
export const saveExport: Platform['saveExport'] = async ({ resource, endpoint = 'export', ...request }) => {
  const { query, format, body, fileName, onProgress, signal } = request;
  try {
    onProgress?.(0);
    const { status, data } = await http.request<Blob>({
      url: `/${resource}/${endpoint}`,
      ...(body ? { method: 'POST', data: body, params: query } : { method: 'GET', params: { ...query, format } }),
      responseType: 'blob',
      signal,
      onDownloadProgress: ({ loaded }) => onProgress?.(loaded),
    });
    if (status >= 300) return { outcome: 'rejected', status, body: JSON.parse(await data.text()) };
    download(data, fileName);
    return { outcome: 'saved', fileName };
  } catch {
    if (signal?.aborted) return { outcome: 'cancelled' };
    throw new NetworkError(
      isServerReachable(await checkServer())
        ? 'The export was interrupted. No file was saved.'
        : 'Can’t reach the server. No file was saved. Try again later.',
    );
  }
};

export const browserFiles = { pick, add, read, release } satisfies Platform['files'];
