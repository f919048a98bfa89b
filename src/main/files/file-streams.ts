import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { PassThrough, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileTypeOf } from '#shared/uploads.ts';
import type { ApiServer } from '../server/api-server.ts';
import { requestUpstream } from '../server/upstream.ts';

const reportInterval = 100;

/** Reports the byte count at most ten times a second, and the last one soon after it was reached. */
export const createProgressStream = (totalBytes: number | null, onProgress: (bytes: number) => void): Transform => {
  let bytes = 0;
  let lastReportAt = 0;
  let timer: NodeJS.Timeout | undefined;
  const report = () => {
    clearTimeout(timer);
    timer = undefined;
    lastReportAt = Date.now();
    onProgress(bytes);
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      bytes += chunk.byteLength;
      if (bytes === totalBytes || Date.now() - lastReportAt >= reportInterval) report();
      else timer ??= setTimeout(report, reportInterval);
      pass(null, chunk);
    },
    destroy(error, callback) {
      clearTimeout(timer);
      callback(error);
    },
  });
};

/** Carries a message for the user. */
export class FileWriteError extends Error {
  override name = 'FileWriteError';
}

const reasons: Record<string, string> = {
  ENOSPC: 'The disk is full',
  EDQUOT: 'The disk is full',
  EACCES: 'The folder is protected, or the file is open in another program',
  EPERM: 'The folder is protected, or the file is open in another program',
  EBUSY: 'The file is open in another program. Close it and try again.',
  EROFS: 'This folder is read-only',
  ENOENT: 'The folder no longer exists',
  ENOTDIR: 'The folder no longer exists',
  EISDIR: 'A folder with this name already exists',
  ENAMETOOLONG: 'The file name is too long',
};

const toUserError = (error: unknown): unknown => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = reasons[code];
  return reason ? new FileWriteError(reason, { cause: error }) : error;
};

type WriteOptions = { source: Readable; through?: Transform; signal?: AbortSignal };

/**
 * Writes a stream to a file atomically: an existing file stays unchanged until the end. Throws `FileWriteError` for disk
 * errors.
 */
export const writeFileAtomic = async (
  path: string,
  { source, through = new PassThrough(), signal }: WriteOptions,
): Promise<void> => {
  // Same folder, so that the rename is atomic.
  const tempPath = join(dirname(path), `.${randomUUID()}.part`);
  try {
    await pipeline(source, through, createWriteStream(tempPath, { flags: 'wx', flush: true }), { signal });
    await rename(tempPath, path);
  } catch (error) {
    await rm(tempPath, { force: true }).catch(() => undefined);
    throw toUserError(error);
  }
};

export const downloadStoredFile = async (
  server: Pick<ApiServer, 'target'>,
  { path, to, signal }: { path: string; to: string; signal?: AbortSignal },
): Promise<void> => {
  const target = await server.target();
  const response = await requestUpstream({ target, method: 'GET', path, headers: {}, signal });
  if (response.statusCode !== 200) {
    response.resume();
    throw new Error(`The server responded with status ${response.statusCode}`);
  }
  await writeFileAtomic(to, { source: response, signal });
};

/** Reserved device names: Windows opens the device instead of a file, with any extension. */
const deviceName = /^(?=(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]) *(?:\.|$))/i;

export const toFileName = (title: string): string =>
  title
    .replace(/ – Catalogue Back Office$/, '')
    .replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 100)
    // Windows drops trailing dots and spaces.
    .replace(/(?<![. ])[. ]+$/, '')
    .replace(deviceName, '_') || 'Page';

/**
 * Turns a title or original name into a file name. Appends the stored extension unless the name has one of that kind.
 */
export const toStoredFileName = (title: string, path: string): string => {
  const name = toFileName(title);
  const [nameKind, storedKind] = [extname(name), extname(path)].map(
    (extension) => fileTypeOf(extension.slice(1))?.kind,
  );
  return nameKind !== undefined && nameKind === storedKind ? name : `${name}${extname(path)}`;
};
