import { StartFailure } from '../failure.ts';

/** The code by which the system or the database names an error, or ''. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const fullCodes = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_SHMSIZE'];
const damagedCodes = ['SQLITE_CORRUPT', 'SQLITE_NOTADB'];

const isOneOf = (code: string, codes: string[]) => codes.some((known) => code.startsWith(known));

/** Says for people why a file or folder cannot be used. A failure that already says so is passed on. */
export const explainFileError = ({
  error,
  path,
  damaged,
}: {
  error: unknown;
  path: string;
  damaged: string;
}): StartFailure => {
  if (error instanceof StartFailure) return error;
  const code = codeOf(error);
  if (isOneOf(code, damagedCodes)) return new StartFailure({ message: damaged, path, cause: error });
  if (isOneOf(code, fullCodes)) {
    return new StartFailure({
      message: 'The disk is full. Make room on it and start again',
      path,
      cause: error,
    });
  }
  return new StartFailure({
    message: `The data folder cannot be used: it must be a folder that can be read and written (${code || 'unknown error'})`,
    path,
    cause: error,
  });
};
