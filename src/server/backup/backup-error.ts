import { errorCode, toStartupError } from '../database/database-errors.ts';
import { FilesUnavailableError } from '../files/files-unavailable-error.ts';
import { StartupError } from '../lib/app-error.ts';

export const toBackupError = (error: unknown, path: string): StartupError => {
  if (error instanceof StartupError) return error;
  if (error instanceof FilesUnavailableError)
    return new StartupError(`${error.message} (${error.cause})`, path, { cause: error });
  if (errorCode(error) === 'ENOENT') return new StartupError('File not found', path, { cause: error });
  if (errorCode(error) === 'EACCES' || errorCode(error) === 'EROFS') {
    return new StartupError("Can't write to this location", path, { cause: error });
  }
  return toStartupError(error, { path, damaged: 'The database is damaged' });
};
