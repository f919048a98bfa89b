import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { app, BrowserWindow, dialog, shell, utilityProcess } from 'electron';
import PQueue from 'p-queue';
import { type BackupCommand, type BackupMessage, backupMessageSchema } from '#shared/embedded.ts';
import { toLocalDay } from '#shared/local-day.ts';
import { formatCount, joinSentences } from '#shared/resource-kit/labels.ts';
import { broadcast, sendEvent, sendWhenReady } from '../ipc.ts';
import { log, pipeToLog } from '../log.ts';
import type { ApiServer } from '../server/api-server.ts';

/** Milliseconds after the server starts, so that the daily backup doesn't slow down startup. */
const firstBackupDelay = 5000;
const hour = 60 * 60 * 1000;

type Options = {
  server: ApiServer;
  entry: string;
  dataDir: string;
  /** Stops the server, runs `work`, and starts the server again. */
  withServerStopped: (work: () => Promise<void>) => Promise<void>;
};

const filters = [{ name: 'Backup', extensions: ['zip', 'db'] }];

type Outcome = Exclude<BackupMessage, { type: 'progress' }> | { type: 'cancelled' };
type OnProgress = (fraction: number) => void;

const runBackupProcess = (
  entry: string,
  command: BackupCommand,
  { onProgress = () => {}, signal }: { onProgress?: OnProgress; signal?: AbortSignal },
): Promise<Outcome> =>
  new Promise((resolve) => {
    const child = utilityProcess.fork(entry, [], { serviceName: 'Catalogue backup', stdio: 'pipe' });
    pipeToLog(child.stderr, { name: 'backup', defaultLevel: 'warn', write: log });
    const end = () => void child.kill();
    let outcome: Outcome | undefined;
    signal?.addEventListener('abort', end, { once: true });
    child.once('spawn', () => (signal?.aborted ? end() : child.postMessage(command)));
    child.on('message', (message: unknown) => {
      const parsed = backupMessageSchema.safeParse(message);
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
      const unexpectedExit = { type: 'failed', message, path: command.dataDir } as const;
      resolve(outcome ?? (signal?.aborted ? { type: 'cancelled' } : unexpectedExit));
    });
  });

const describeFailure = (outcome: Extract<Outcome, { type: 'failed' }>): string =>
  `${outcome.path}: ${outcome.message}`;

const listShort = (texts: readonly string[], max = 5): string => {
  const more = texts.length - max;
  return texts.slice(0, max).join(', ') + (more > 0 ? ` and ${more} more` : '');
};

const describeOutcome = (outcome: Outcome, path: string): string => {
  if (outcome.type === 'failed') return joinSentences(['Backup failed', describeFailure(outcome)]);
  if (outcome.type === 'cancelled') return 'Backup cancelled';
  const { problems = [] } = outcome;
  if (problems.length === 0) return `Backup saved and verified: ${path}`;
  return joinSentences([
    `Backup saved, but ${formatCount(problems.length, 'file')} couldn’t be verified`,
    listShort(problems),
  ]);
};

const withProgress = async <Result>(
  message: string,
  { canCancel, work }: { canCancel: boolean; work: (onProgress: OnProgress) => Promise<Result> },
): Promise<Result> => {
  const show = (fraction: number) => {
    broadcast('taskProgress', { message, fraction, canCancel });
    for (const window of BrowserWindow.getAllWindows()) window.setProgressBar(fraction);
  };
  show(0);
  try {
    return await work(show);
  } finally {
    broadcast('taskProgress', null);
    for (const window of BrowserWindow.getAllWindows()) window.setProgressBar(-1);
  }
};

const confirmRestore = async (
  window: BrowserWindow,
  question: { message: string; detail: string },
): Promise<boolean> => {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    ...question,
    buttons: ['Restore', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
};

export const createBackups = ({ server, entry, dataDir, withServerStopped }: Options) => {
  /** One at a time: a backup must not read the data folder while a restore replaces it. */
  const queue = new PQueue({ concurrency: 1 });
  let packController: AbortController | undefined;
  /** Cancels the daily backup. The next start makes another one. */
  const stopping = new AbortController();

  const pack = async (path: string, onProgress: OnProgress): Promise<Outcome> => {
    packController = new AbortController();
    const { signal } = packController;
    const tempDir = join(dirname(path), `.${randomUUID()}.part`);
    try {
      return await runBackupProcess(entry, { type: 'pack', dataDir, path, tempDir }, { onProgress, signal });
    } finally {
      await rm(tempDir, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
    }
  };

  const backUp = async (window: BrowserWindow): Promise<void> => {
    const name = `Catalogue Back Office ${toLocalDay(new Date())}.zip`;
    const { canceled, filePath } = await dialog.showSaveDialog(window, {
      defaultPath: join(app.getPath('documents'), name),
      filters: [{ name: 'Backup', extensions: ['zip'] }],
    });
    if (canceled || !filePath) return;
    const contents = window.webContents;
    const outcome = await queue.add(() =>
      withProgress('Creating backup… You can keep working.', {
        canCancel: true,
        work: (onProgress) => pack(filePath, onProgress),
      }),
    );
    if (outcome.type === 'failed') log.error(`A backup failed: ${outcome.message}`);
    sendEvent(contents, 'toast', {
      isFailure: outcome.type === 'failed',
      message: describeOutcome(outcome, filePath),
    });
  };

  /** Returns the damaged files if nothing was restored because of them. */
  const runRestore = async (path: string, skipDamaged: boolean): Promise<string[]> => {
    const command = { type: 'restore', dataDir, path, skipDamaged } as const;
    const outcome = await withProgress('Restoring backup…', {
      canCancel: false,
      work: (onProgress) => runBackupProcess(entry, command, { onProgress }),
    });
    const isFailure = outcome.type === 'failed';
    if (isFailure && outcome.damagedFiles) return outcome.damagedFiles;
    log.info(isFailure ? `A restore failed: ${outcome.message}` : 'A backup was restored');
    const message = isFailure
      ? joinSentences(['Restore failed', 'Nothing was changed', describeFailure(outcome)])
      : 'Backup restored';
    for (const { webContents } of BrowserWindow.getAllWindows()) {
      sendWhenReady(webContents, 'toast', { isFailure, message });
    }
    return [];
  };

  const restore = async (window: BrowserWindow): Promise<void> => {
    const { canceled, filePaths } = await dialog.showOpenDialog(window, {
      defaultPath: join(dataDir, 'backups'),
      filters,
      properties: ['openFile'],
    });
    const [path] = filePaths;
    if (canceled || path === undefined) return;
    let damaged: string[] = [];
    const run = (skipDamaged: boolean) =>
      queue.add(() =>
        withServerStopped(async () => {
          damaged = await runRestore(path, skipDamaged);
        }),
      );
    const detail = `${path}\n\nThis replaces all data on this computer. Your current data is kept in a folder next to it until the next restore.`;
    if (!(await confirmRestore(window, { message: 'Restore this backup?', detail }))) return;
    await run(false);
    if (damaged.length === 0) return;
    const question = {
      message: `Restore without ${formatCount(damaged.length, 'damaged file')}?`,
      detail: joinSentences([
        'Nothing was changed yet',
        `These files are damaged in the backup: ${listShort(damaged)}`,
        'Everything else can be restored',
      ]),
    };
    if (await confirmRestore(window, question)) await run(true);
  };

  const createDailyBackup = (): Promise<void> =>
    queue.add(async () => {
      const { signal } = stopping;
      if (signal.aborted || server.url !== null || server.status.get().state !== 'running') return;
      const outcome = await runBackupProcess(entry, { type: 'daily', dataDir }, { signal });
      if (outcome.type === 'failed') log.error(`The daily backup failed: ${outcome.message}`);
    });

  const scheduleDailyBackup = (): void => {
    server.status.on(({ state }) => {
      if (state === 'running') setTimeout(createDailyBackup, firstBackupDelay).unref();
    });
    setInterval(createDailyBackup, hour).unref();
  };

  /** Waits for requested backups. Must finish before the server stops, which then has its database to itself. */
  const stop = async (): Promise<void> => {
    stopping.abort();
    await queue.onIdle();
  };

  const cancel = (): void => packController?.abort();

  const showDataFolder = (): Promise<string> => shell.openPath(dataDir);

  return { backUp, cancel, restore, scheduleDailyBackup, stop, showDataFolder };
};
