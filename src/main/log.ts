import { join } from 'node:path';
import { app } from 'electron';
// The Node edition: the one for main opens an IPC channel of its own.
import log from 'electron-log/node';

const maxLogBytes = 1024 * 1024;

/** Starts the log file under the app's data. It holds no token, password or personal data. */
export const startLog = (): void => {
  log.transports.file.resolvePathFn = () => join(app.getPath('userData'), 'logs', 'main.log');
  log.transports.file.maxSize = maxLogBytes;
  log.transports.file.level = 'info';
  log.transports.console.level = app.isPackaged ? false : 'info';
};

export { log };
