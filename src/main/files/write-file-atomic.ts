import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough, type Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Carries a message for the user. */
export class FileWriteError extends Error {
  override name = 'WriteProblem';
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
  const unfinished = join(dirname(path), `.${randomUUID()}.part`);
  try {
    await pipeline(source, through, createWriteStream(unfinished, { flags: 'wx', flush: true }), { signal });
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw toUserError(error);
  }
};
