import { codeOf, explainFileError } from '../database/explain.ts';
import { StartFailure } from '../lib/failure.ts';

export const explainBackupError = (error: unknown, path: string): StartFailure => {
  if (error instanceof StartFailure) return error;
  if (codeOf(error) === 'ENOENT') return new StartFailure({ message: 'File not found', path, cause: error });
  if (codeOf(error) === 'EACCES' || codeOf(error) === 'EROFS') {
    return new StartFailure({ message: "Can't write to this location", path, cause: error });
  }
  return explainFileError({ error, path, damaged: 'The database is damaged' });
};
