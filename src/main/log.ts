import { join } from 'node:path';
// The Node build, because the main build opens its own IPC channel.
import log from 'electron-log/node';
import { sanitizeForLog } from './sanitize-log.ts';

const maxLogBytes = 1024 * 1024;

// No file is written until `startLog` sets the folder.
log.transports.file.level = false;
log.hooks.push((message) => ({ ...message, data: message.data.map(sanitizeForLog) }));

/** Starts the rotating log file. It must never contain tokens, passwords or personal data (see `sanitize-log.ts`). */
export const startLog = ({ folder, hasConsole }: { folder: string; hasConsole: boolean }): void => {
  log.transports.file.resolvePathFn = () => join(folder, 'main.log');
  log.transports.file.format = '[{iso}] [{level}]{scope} {text}';
  log.transports.file.maxSize = maxLogBytes;
  log.transports.file.level = 'info';
  log.transports.console.level = hasConsole ? 'info' : false;
};

export const logPath = (): string => log.transports.file.getFile().path;

export const logPaths = (): string[] => [logPath().replace(/\.log$/, '.old.log'), logPath()];

export { log };
