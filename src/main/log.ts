import { join } from 'node:path';
// The Node edition: the one for main opens an IPC channel of its own.
import log from 'electron-log/node';
import { toLogged } from './log-text.ts';

const maxLogBytes = 1024 * 1024;

// Nothing is written anywhere before it is known where.
log.transports.file.level = false;
log.hooks.push((message) => ({ ...message, data: message.data.map(toLogged) }));

/** Starts the log file, which is rotated. It holds no token, password or personal data; of errors, `log-text.ts` says. */
export const startLog = ({ folder, hasConsole }: { folder: string; hasConsole: boolean }): void => {
  log.transports.file.resolvePathFn = () => join(folder, 'main.log');
  log.transports.file.maxSize = maxLogBytes;
  log.transports.file.level = 'info';
  log.transports.console.level = hasConsole ? 'info' : false;
};

/** Where the log is written; what it held before is beside it. */
export const logPath = (): string => log.transports.file.getFile().path;

export const logPaths = (): string[] => [logPath().replace(/\.log$/, '.old.log'), logPath()];

export { log };
