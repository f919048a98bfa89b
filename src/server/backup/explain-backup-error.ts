import { codeOf, explainFileError } from '../database/explain.ts';
import { StartFailure } from '../lib/failure.ts';

/** Says for people why a backup could not be made or brought back. */
export const explainBackupError = (error: unknown, path: string): StartFailure => {
  if (error instanceof StartFailure) return error;
  if (codeOf(error) === 'ENOENT')
    return new StartFailure({ message: 'There is no such file', path, cause: error });
  if (codeOf(error) === 'EACCES' || codeOf(error) === 'EROFS') {
    return new StartFailure({ message: 'This place cannot be written', path, cause: error });
  }
  return explainFileError({ error, path, damaged: 'The database is damaged' });
};
