import { errorCode, isDatabaseDamaged, isDiskFull } from '../database/database-errors.ts';
import { FilesUnavailableError } from '../files/file-storage.ts';
import { StartupError } from '../lib/app-error.ts';

const reasons: Record<string, string> = {
  ENOENT: 'File not found',
  EEXIST: 'There is a file where the folder should be',
  ENOTDIR: 'There is a file where the folder should be',
  EACCES: 'No permission to use this file or folder',
  EPERM: 'No permission to use this file or folder',
  EROFS: 'The disk is read-only',
};

const describeError = (error: unknown): string => {
  if (error instanceof FilesUnavailableError) return `${error.message} (${error.cause})`;
  if (isDatabaseDamaged(error)) return 'The database is damaged';
  if (isDiskFull(error)) return 'The disk is full. Free up space and try again.';
  const message = error instanceof Error ? error.message : String(error);
  return reasons[errorCode(error)] ?? `Can't use this file or folder (${errorCode(error) || message})`;
};

export const toBackupError = (error: unknown, path: string): StartupError => {
  if (error instanceof StartupError) return error;
  const place = error instanceof Error && 'path' in error ? String(error.path) : path;
  return new StartupError(describeError(error), place, { cause: error });
};
