import { AppError, FilesUnavailableError, StartupError } from '../lib/app-error.ts';

/** The error code of the system or the database, or ''. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** SQLSTATE and socket codes that mean the connection failed. */
const connectionErrorCodes = [
  ...['57P01', '57P02', '57P03', '57P05', '08000', '08001', '08003', '08004', '08006', '53300'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
];
/** Connection errors of the driver itself, which have no code. */
const connectionErrorPattern =
  /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** True if an error means only that the database is unavailable. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  error instanceof Error &&
  (connectionErrorCodes.includes(errorCode(error)) || connectionErrorPattern.test(error.message));

/** SQLite reports an exceeded quota as a failed write. The last code is of PostgreSQL. */
const diskFullCodes = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_SHMSIZE', '53100'];

/** True if an error means only that a disk or a quota is full. */
export const isDiskFull = (error: unknown): boolean => diskFullCodes.includes(errorCode(error));

/** The last one is of PostgreSQL, for example of a standby. */
const notWritableCodes = ['EACCES', 'EPERM', 'EROFS', 'SQLITE_READONLY', '25006'];

/** True if an error means that the server lacks permission to write, or that the disk or the database is read-only. */
export const isNotWritable = (error: unknown): boolean =>
  notWritableCodes.some((known) => errorCode(error).startsWith(known));

const damagedCodes = ['SQLITE_CORRUPT', 'SQLITE_NOTADB'];

export const isDatabaseDamaged = (error: unknown): boolean =>
  damagedCodes.some((known) => errorCode(error).startsWith(known));

/** Turns a file error into a message for users. A `StartupError` is returned unchanged. */
export const toStartupError = (error: unknown, { path, damaged }: { path: string; damaged: string }): StartupError => {
  if (error instanceof StartupError) return error;
  const code = errorCode(error);
  if (isDatabaseDamaged(error)) return new StartupError(damaged, path, { cause: error });
  if (isDiskFull(error)) {
    return new StartupError('The disk is full. Free up space and start again.', path, { cause: error });
  }
  if (code === 'EROFS') {
    return new StartupError("Can't use the data folder: its disk is read-only", path, { cause: error });
  }
  return new StartupError(
    `Can't use the data folder: the app needs permission to read and write it (${code || 'unknown error'})`,
    path,
    { cause: error },
  );
};

const reasons: Record<string, string> = {
  ENOENT: 'File not found',
  EEXIST: 'There is a file where the folder should be',
  ENOTDIR: 'There is a file where the folder should be',
  EACCES: 'No permission to use this file or folder',
  EPERM: 'No permission to use this file or folder',
  EROFS: 'The disk is read-only',
};

const describeError = (error: unknown): string => {
  if (error instanceof AppError) return error.message;
  if (error instanceof FilesUnavailableError) return `${error.message} (${error.cause}). Try again.`;
  if (isDatabaseUnavailable(error)) return `Can't reach the database: ${error}`;
  if (isDatabaseDamaged(error)) return 'The database is damaged';
  if (isDiskFull(error)) return 'The disk is full. Free up space and try again.';
  const code = errorCode(error);
  return reasons[code] ?? (code ? `Can't use this file or folder (${code})` : String(error));
};

/** Turns the error of a command into a message and the file, folder or address that it is about, `place` by default. */
export const toCommandError = (error: unknown, place: string): StartupError => {
  if (error instanceof StartupError) return error;
  const path = error instanceof Error && 'path' in error ? String(error.path) : place;
  return new StartupError(describeError(error), path, { cause: error });
};
