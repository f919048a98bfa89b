import { join } from 'node:path';
import { app, BrowserWindow, dialog, shell, utilityProcess } from 'electron';
import { type BackupCommand, type BackupReport, backupReportSchema } from '#shared/embedded.ts';
import { tell, tellAll, tellWhenLoaded } from '../ipc.ts';
import { log } from '../log.ts';
import type { ApiServer } from '../server/api-server.ts';
import { logOutput } from '../server/server-output.ts';

/** After a start, so that nobody waits for it. */
const firstCopyAfter = 5000;
const hour = 60 * 60 * 1000;

type Options = {
  server: ApiServer;
  /** The built script of the process that does the work. */
  entry: string;
  dataDir: string;
  /** Stops the server, works, and starts it again. */
  whileStopped: (work: () => Promise<void>) => Promise<void>;
};

const filters = [{ name: 'Backup', extensions: ['zip', 'db'] }];

/** Ends the process that makes the copy of the day: another one is made at the next start. */
let breakOff: (() => void) | undefined;

type Outcome = Exclude<BackupReport, { type: 'progress' }>;
type OnProgress = (fraction: number) => void;

const inProcess = (
  entry: string,
  command: BackupCommand,
  onProgress: OnProgress = () => {},
): Promise<Outcome> =>
  new Promise((resolve) => {
    const child = utilityProcess.fork(entry, [], { serviceName: 'Catalogue backup', stdio: 'pipe' });
    logOutput(child.stderr, { name: 'backup', otherwise: 'warn', write: log });
    let outcome: Outcome = {
      type: 'failed',
      message: 'The backup stopped before it was done',
      path: command.dataDir,
    };
    child.once('spawn', () => child.postMessage(command));
    child.on('message', (message: unknown) => {
      const parsed = backupReportSchema.safeParse(message);
      if (!parsed.success) return;
      if (parsed.data.type === 'progress') {
        onProgress(parsed.data.fraction);
        return;
      }
      outcome = parsed.data;
      child.kill();
    });
    if (command.type === 'daily') breakOff = () => child.kill();
    child.once('exit', () => {
      breakOff = undefined;
      resolve(outcome);
    });
  });

const describeFailure = (report: Extract<Outcome, { type: 'failed' }>): string =>
  `${report.message} (${report.path})`;

/** Shows in every window, and on its place in the task bar, how far a work is. */
const showWhile = async <Result>(
  message: string,
  work: (onProgress: OnProgress) => Promise<Result>,
): Promise<Result> => {
  const show = (fraction: number) => {
    tellAll('work', { message, fraction });
    for (const window of BrowserWindow.getAllWindows()) window.setProgressBar(fraction);
  };
  show(0);
  try {
    return await work(show);
  } finally {
    tellAll('work', null);
    for (const window of BrowserWindow.getAllWindows()) window.setProgressBar(-1);
  }
};

const today = (): string => new Date().toISOString().slice(0, 10);

const askToRestore = async (window: BrowserWindow, path: string): Promise<boolean> => {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: 'Replace everything with this backup?',
    detail: `${path}\n\nAll records and files on this computer become what they were when it was made. What is there now is kept in a folder beside it until the next restore.`,
    buttons: ['Restore', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
};

/** Backups of the server on this computer: what the menu offers, and the copy of every day. */
export const createBackups = ({ server, entry, dataDir, whileStopped }: Options) => {
  let last: Promise<unknown> = Promise.resolve();
  let isStopping = false;

  /** One after the other: none may see the folder while another exchanges it. */
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };

  const backUp = async (window: BrowserWindow): Promise<void> => {
    const name = `Catalogue Back Office ${today()}.zip`;
    const { canceled, filePath } = await dialog.showSaveDialog(window, {
      defaultPath: join(app.getPath('documents'), name),
      filters: [{ name: 'Backup', extensions: ['zip'] }],
    });
    if (canceled || !filePath) return;
    const contents = window.webContents;
    const pack = (onProgress: OnProgress) =>
      inProcess(entry, { type: 'pack', dataDir, path: filePath }, onProgress);
    const report = await inTurn(() => showWhile('The backup is being made. You can go on working', pack));
    const isFailure = report.type === 'failed';
    if (isFailure) log.error(`A backup failed: ${report.message}`);
    const message = isFailure
      ? `There is no backup: ${describeFailure(report)}`
      : `The backup was checked and saved as ${filePath}`;
    tell(contents, 'notice', { isFailure, message });
  };

  const exchange = async (path: string): Promise<void> => {
    const report = await showWhile('The backup is checked and unpacked', (onProgress) =>
      inProcess(entry, { type: 'restore', dataDir, path }, onProgress),
    );
    const isFailure = report.type === 'failed';
    log.info(isFailure ? `A restore failed: ${report.message}` : 'A backup was restored');
    const message = isFailure ? `Nothing was changed: ${describeFailure(report)}` : 'The backup was restored';
    for (const { webContents } of BrowserWindow.getAllWindows()) {
      tellWhenLoaded(webContents, 'notice', { isFailure, message });
    }
  };

  const restore = async (window: BrowserWindow): Promise<void> => {
    const { canceled, filePaths } = await dialog.showOpenDialog(window, {
      defaultPath: join(dataDir, 'backups'),
      filters,
      properties: ['openFile'],
    });
    const [path] = filePaths;
    if (canceled || path === undefined || !(await askToRestore(window, path))) return;
    await inTurn(() => whileStopped(() => exchange(path)));
  };

  const keepDailyCopy = (): Promise<void> =>
    inTurn(async () => {
      if (isStopping || server.url !== null || server.status.get().state !== 'running') return;
      const report = await inProcess(entry, { type: 'daily', dataDir });
      if (report.type === 'failed' && !isStopping) log.error(`The copy of the day failed: ${report.message}`);
    });

  /** Looks from now on whether the copy of the day is there: whenever the server has started, and every hour. */
  const startDaily = (): void => {
    server.status.on(({ state }) => {
      if (state === 'running') setTimeout(keepDailyCopy, firstCopyAfter).unref();
    });
    setInterval(keepDailyCopy, hour).unref();
  };

  /** Waits for what people asked for. It comes before the end of the server, which then has its database to itself. */
  const stop = async (): Promise<void> => {
    isStopping = true;
    breakOff?.();
    await last;
  };

  const showDataFolder = (): Promise<string> => shell.openPath(dataDir);

  return { backUp, restore, startDaily, stop, showDataFolder };
};
