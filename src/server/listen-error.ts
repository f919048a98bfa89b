import { errorCode } from './database/database-errors.ts';
import { StartupError } from './lib/app-error.ts';

type ListenAddress = {
  host: string;
  port: number;
  /** The command's option for the port. */
  option: string;
};

/** Explains why a server can't listen. All other errors are returned unchanged. */
export const toListenError = (error: unknown, { host, port, option }: ListenAddress): unknown => {
  const code = errorCode(error);
  if (!['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND'].includes(code)) return error;
  const message =
    code === 'EADDRINUSE'
      ? `Another program is already using this address. Stop it, or choose another port with ${option}`
      : `The server can't listen on this address (${code})`;
  return new StartupError(message, `${host}:${port}`, { cause: error });
};
