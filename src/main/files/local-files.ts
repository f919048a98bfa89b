import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, rm, stat, writeFile } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import { Readable } from 'node:stream';
import type { FileResult, IpcInput, LocalFile } from '#shared/ipc.ts';
import {
  fileTypeFromContent,
  inspectContent,
  maxUploadBytes,
  type PickableKind,
  validateFile,
} from '#shared/uploads.ts';

import { log } from '../log.ts';
import { appOrigin, errorResponse, fileHeaders, localFilesPath } from '../origin.ts';

type Entry = {
  file: LocalFile;
  path: string;
  modifiedAt: number;
  isTemporary: boolean;
};

const fileUnavailableError = ({ id, name }: LocalFile): FileUnavailableError =>
  new FileUnavailableError(`${name} was changed, moved or deleted. Choose it again.`, id);

const readErrorReasons: Record<string, string> = {
  ENOENT: 'no longer exists',
  EACCES: 'can’t be opened: you don’t have permission',
  EPERM: 'can’t be opened: you don’t have permission',
  EBUSY: 'is open in another program. Close it there, then choose it again.',
  ENAMETOOLONG: 'has a file name that’s too long',
};

const describeReadError = (error: unknown): string =>
  (error instanceof Error && 'code' in error && readErrorReasons[String(error.code)]) || 'can’t be read';

const inspectBytes = async (handle: FileHandle, size: number) => {
  const { fileTypeFromBuffer } = await import('file-type');
  const read = async (start: number, end: number) => {
    const bytes = Buffer.alloc(end - start);
    return bytes.subarray(0, await readFully(handle, bytes, start));
  };
  return inspectContent({ size, read, fileTypeFromBuffer });
};

/** Windows device paths (`\\.\`) are absolute too, but aren't files. */
const isFilePath = (path: string): boolean => isAbsolute(path) && !/^[\\/]{2}[.?][\\/]/.test(path);

/** O_NONBLOCK, because opening a FIFO without a writer would block forever. */
const openToRead = (path: string): Promise<FileHandle> => open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));

const inspect = async (path: string, name: string, kind: PickableKind) => {
  // Checked before opening, because some systems can't open a folder.
  const inspected = await stat(path);
  if (inspected.isDirectory()) return { error: `${name} is a folder. Choose a file.` };
  if (!inspected.isFile()) return { error: `${name} isn’t a file` };
  const handle = await openToRead(path);
  try {
    const { size, mtimeMs } = await handle.stat();
    const content = size > maxUploadBytes ? { detectedExtension: null } : await inspectBytes(handle, size);
    const error = validateFile({ name, size, ...content, kind });
    if (error) return { error };
    return {
      error: null,
      size,
      modifiedAt: mtimeMs,
      type: fileTypeFromContent(content.detectedExtension)?.mime ?? 'application/octet-stream',
    };
  } finally {
    await handle.close();
  }
};

/** An open file that matched the picked one. Call `isUnchanged` again after reading. */
export type OpenFile = { file: LocalFile; handle: FileHandle; isUnchanged: () => Promise<boolean> };

type PickedPath = { path: string; kind: PickableKind; name?: string; isTemporary?: boolean };

/** Files picked or dropped by the user. Paths and bytes stay in main; the renderer only gets ids. */
export const createLocalFiles = (temporaryFolder: string) => {
  const entries = new Map<string, Entry>();

  const add = async ({ path, kind, name = basename(path), isTemporary = false }: PickedPath): Promise<FileResult> => {
    try {
      if (!isFilePath(path)) return { error: `${name} can’t be read` };
      const inspected = await inspect(path, name, kind);
      if (inspected.error !== null) return { error: inspected.error };
      const { size, type, modifiedAt } = inspected;
      const id = randomUUID();
      const file = { id, name, size, type, previewUrl: `${appOrigin}${localFilesPath}${id}` };
      entries.set(id, { file, path, modifiedAt, isTemporary });
      return { file };
    } catch (error) {
      return { error: `${name} ${describeReadError(error)}` };
    }
  };

  const addBytes = async ({ kind, name, bytes }: IpcInput<'addPastedFile'>): Promise<FileResult> => {
    const size = bytes.byteLength;
    if (size > maxUploadBytes) {
      const error = validateFile({ name, size, detectedExtension: null, kind });
      return { error: error ?? `Can’t use ${name}` };
    }
    // The name from the renderer never becomes part of a path.
    const path = join(temporaryFolder, randomUUID());
    try {
      await mkdir(temporaryFolder, { recursive: true, mode: 0o700 });
      await writeFile(path, bytes, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      log.error("Couldn't save a pasted file", error);
      return { error: `Couldn’t prepare ${name} for upload: the app can’t write to ${temporaryFolder}` };
    }
    const result = await add({ path, kind, name, isTemporary: true });
    if ('error' in result) await rm(path, { force: true });
    return result;
  };

  const release = async (id: string): Promise<void> => {
    const entry = entries.get(id);
    entries.delete(id);
    if (entry?.isTemporary) await rm(entry.path, { force: true });
  };

  /** Opens a file for reading; the caller closes it. Throws `FileUnavailableError` if it has changed since it was picked. */
  const openFile = async (id: string): Promise<OpenFile> => {
    const entry = entries.get(id);
    if (!entry) throw new FileUnavailableError('A file is no longer available. Choose it again.', id);
    const { file, path, modifiedAt } = entry;
    const handle = await openToRead(path).catch(() => {
      throw fileUnavailableError(file);
    });
    const isUnchanged = async () => {
      const { size, mtimeMs } = await handle.stat();
      return size === file.size && mtimeMs === modifiedAt;
    };
    if (await isUnchanged()) return { file, handle, isUnchanged };
    await handle.close();
    throw fileUnavailableError(file);
  };

  /**
   * Reads a file in chunks of equal size (the last may be shorter). Throws `FileUnavailableError` if the file changes meanwhile.
   */
  async function* readChunks(id: string, chunkBytes: number): AsyncGenerator<Buffer> {
    const { file, handle, isUnchanged } = await openFile(id);
    try {
      for (let position = 0; position < file.size; position += chunkBytes) {
        const length = Math.min(chunkBytes, file.size - position);
        const chunk = Buffer.allocUnsafe(length);
        if ((await readFully(handle, chunk, position)) < length) throw fileUnavailableError(file);
        if (position + length === file.size && !(await isUnchanged())) throw fileUnavailableError(file);
        yield chunk;
      }
    } finally {
      await handle.close();
    }
  }

  const getUnchangedFile = async (id: string): Promise<LocalFile> => {
    const { file, handle } = await openFile(id);
    await handle.close();
    return file;
  };

  const removeTemporary = (): Promise<void> => rm(temporaryFolder, { recursive: true, force: true });

  return {
    add,
    addBytes,
    release,
    openFile,
    readChunks,
    getUnchangedFile,
    removeTemporary,
  };
};

/** A single read may return fewer bytes than requested before the end of the file. */
const readFully = async (handle: FileHandle, chunk: Buffer, position: number): Promise<number> => {
  let filled = 0;
  while (filled < chunk.byteLength) {
    const { bytesRead } = await handle.read(chunk, filled, chunk.byteLength - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
};

export type LocalFiles = ReturnType<typeof createLocalFiles>;

/** Thrown when a picked file has changed or is missing. The message is shown to the user. */
export class FileUnavailableError extends Error {
  override name = 'FileUnavailableError';
  readonly fileId?: string;

  constructor(message: string, fileId?: string) {
    super(message);
    this.fileId = fileId;
  }
}

type Range = { start: number; end: number };

/** Parses a Range header. Returns null for a missing or unsupported one and `outside` for an unsatisfiable one. */
const parseRange = (header: string | null, size: number): Range | null | 'outside' => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  const [, from = '', to = ''] = match ?? [];
  if (!match || (from === '' && to === '')) return null;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start > end ? 'outside' : { start, end };
};

const preview = async ({ file, handle }: OpenFile, request: Request): Promise<Response> => {
  const range = parseRange(request.headers.get('range'), file.size);
  if (range === 'outside') {
    await handle.close();
    return new Response(null, {
      status: 416,
      headers: { ...fileHeaders, 'content-range': `bytes */${file.size}` },
    });
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 };
  const headers = new Headers({
    ...fileHeaders,
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
    'content-length': String(end - start + 1),
    'content-type': file.type,
  });
  if (range) headers.set('content-range', `bytes ${start}-${end}/${file.size}`);
  // The stream closes the handle, even if the page cancels.
  const bytes = Readable.toWeb(handle.createReadStream({ start, end })) as globalThis.ReadableStream<Uint8Array>;
  return new Response(bytes, { status: range ? 206 : 200, headers });
};

export const createLocalFilePreviews =
  (localFiles: LocalFiles) =>
  async (request: Request): Promise<Response> => {
    const id = new URL(request.url).pathname.slice(localFilesPath.length);
    if (request.method !== 'GET') return errorResponse(405, 'This method isn’t allowed');
    try {
      return await preview(await localFiles.openFile(id), request);
    } catch (error) {
      return errorResponse(404, error instanceof FileUnavailableError ? error.message : 'Can’t read the file');
    }
  };
