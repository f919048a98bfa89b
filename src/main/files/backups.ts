import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { app, BrowserWindow, dialog, shell, utilityProcess } from 'electron';
import PQueue from 'p-queue';
import { type BackupCommand, type BackupReport, backupReportSchema } from '#shared/embedded.ts';
import { joinSentences } from '#shared/resource/words.ts';
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

type Outcome = Exclude<BackupReport, { type: 'progress' }> | { type: 'cancelled' };
type OnProgress = (fraction: number) => void;

/** Does what a command says in a process of its own, which the signal ends wherever it is. */
const inProcess = (
  entry: string,
  command: BackupCommand,
  { onProgress = () => {}, signal }: { onProgress?: OnProgress; signal?: AbortSignal },
): Promise<Outcome> =>
  new Promise((resolve) => {
    const child = utilityProcess.fork(entry, [], { serviceName: 'Catalogue backup', stdio: 'pipe' });
    logOutput(child.stderr, { name: 'backup', otherwise: 'warn', write: log });
    const end = () => void child.kill();
    let outcome: Outcome | undefined;
    signal?.addEventListener('abort', end, { once: true });
    child.once('spawn', () => (signal?.aborted ? end() : child.postMessage(command)));
    child.on('message', (message: unknown) => {
      const parsed = backupReportSchema.safeParse(message);
      if (!parsed.success) return;
      if (parsed.data.type === 'progress') {
        onProgress(parsed.data.fraction);
        return;
      }
      outcome = parsed.data;
      end();
    });
    child.once('exit', () => {
      signal?.removeEventListener('abort', end);
      const message = 'The backup stopped unexpectedly';
      const broken = { type: 'failed', message, path: command.dataDir } as const;
      resolve(outcome ?? (signal?.aborted ? { type: 'cancelled' } : broken));
    });
  });

const describeFailure = (report: Extract<Outcome, { type: 'failed' }>): string =>
  `${report.path}: ${report.message}`;

const describeBackup = (report: Outcome, path: string): string => {
  if (report.type === 'failed') return joinSentences(['Backup failed', describeFailure(report)]);
  if (report.type === 'cancelled') return 'Backup cancelled';
  return `Backup saved and verified: ${path}`;
};

/** Shows in every window, and on its place in the task bar, how far a work is. */
const showWhile = async <Result>(
  message: string,
  { canCancel, work }: { canCancel: boolean; work: (onProgress: OnProgress) => Promise<Result> },
): Promise<Result> => {
  const show = (fraction: number) => {
    tellAll('work', { message, fraction, canCancel });
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
    message: 'Restore this backup?',
    detail: `${path}\n\nThis replaces all data on this computer. Your current data is kept in a folder next to it until the next restore.`,
    buttons: ['Restore', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
};

/** Backups of the server on this computer: what the menu offers, and the copy of every day. */
export const createBackups = ({ server, entry, dataDir, whileStopped }: Options) => {
  /** One at a time: none may see the folder while another exchanges it. */
  const queue = new PQueue({ concurrency: 1 });
  /** Of the backup that was asked for last. */
  let packing: AbortController | undefined;
  /** Ends the copy of the day: another one is made at the next start. */
  const stopping = new AbortController();

  const pack = async (path: string, onProgress: OnProgress): Promise<Outcome> => {
    packing = new AbortController();
    const { signal } = packing;
    // Of a name that nobody else's folder can have.
    const scratch = join(dirname(path), `.${randomUUID()}.part`);
    try {
      return await inProcess(entry, { type: 'pack', dataDir, path, scratch }, { onProgress, signal });
    } finally {
      // A process that was ended leaves what it had.
      await rm(scratch, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
    }
  };

  const backUp = async (window: BrowserWindow): Promise<void> => {
    const name = `Catalogue Back Office ${today()}.zip`;
    const { canceled, filePath } = await dialog.showSaveDialog(window, {
      defaultPath: join(app.getPath('documents'), name),
      filters: [{ name: 'Backup', extensions: ['zip'] }],
    });
    if (canceled || !filePath) return;
    const contents = window.webContents;
    const report = await queue.add(() =>
      showWhile('Creating backup… You can keep working.', {
        canCancel: true,
        work: (onProgress) => pack(filePath, onProgress),
      }),
    );
    if (report.type === 'failed') log.error(`A backup failed: ${report.message}`);
    tell(contents, 'notice', {
      isFailure: report.type === 'failed',
      message: describeBackup(report, filePath),
    });
  };

  const exchange = async (path: string): Promise<void> => {
    const report = await showWhile('Restoring backup…', {
      canCancel: false,
      work: (onProgress) => inProcess(entry, { type: 'restore', dataDir, path }, { onProgress }),
    });
    const isFailure = report.type === 'failed';
    log.info(isFailure ? `A restore failed: ${report.message}` : 'A backup was restored');
    const message = isFailure
      ? joinSentences(['Restore failed', 'Nothing was changed', describeFailure(report)])
      : 'Backup restored';
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
    await queue.add(() => whileStopped(() => exchange(path)));
  };

  const keepDailyCopy = (): Promise<void> =>
    queue.add(async () => {
      const { signal } = stopping;
      if (signal.aborted || server.url !== null || server.status.get().state !== 'running') return;
      const report = await inProcess(entry, { type: 'daily', dataDir }, { signal });
      if (report.type === 'failed') log.error(`The copy of the day failed: ${report.message}`);
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
    stopping.abort();
    await queue.onIdle();
  };

  /** Cancels the backup that is being made: it leaves no file. */
  const cancel = (): void => packing?.abort();

  const showDataFolder = (): Promise<string> => shell.openPath(dataDir);

  return { backUp, cancel, restore, startDaily, stop, showDataFolder };
};
