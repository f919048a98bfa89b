import { codeOf, toStartupError } from '../database/database-errors.ts';
import { StartupError } from '../lib/app-error.ts';

export const toBackupError = (error: unknown, path: string): StartupError => {
  if (error instanceof StartupError) return error;
  if (codeOf(error) === 'ENOENT') return new StartupError({ message: 'File not found', path, cause: error });
  if (codeOf(error) === 'EACCES' || codeOf(error) === 'EROFS') {
    return new StartupError({ message: "Can't write to this location", path, cause: error });
  }
  return toStartupError({ error, path, damaged: 'The database is damaged' });
};
