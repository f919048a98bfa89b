import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { z } from 'zod';
import { type FailedBackup, failedBackupSchema } from '#shared/home.ts';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { readSetting, saveSetting } from '../database/settings.ts';
import type { Database } from '../database/tables.ts';
import { type BackgroundTask, startBackgroundTask } from '../lib/background-task.ts';
import type { ServerConfig } from '../lib/config.ts';

/** Milliseconds. A backup runs every day, so an older failure is of a schedule that no longer exists. */
const maxAge = 2 * 24 * 60 * 60 * 1000;
const maxReasonLength = 500;

const setting = 'scheduledBackup';

const stateSchema = z.object({
  lastBackupAt: z.string().nullable(),
  failure: failedBackupSchema.pick({ failedAt: true, reason: true }).nullable(),
});
type State = z.infer<typeof stateSchema>;

const readState = async (database: Database): Promise<State> => {
  // Another version may have stored other properties.
  const parsed = stateSchema.safeParse(JSON.parse((await readSetting(database, setting)) ?? 'null'));
  return parsed.data ?? { lastBackupAt: null, failure: null };
};

const saveState = (database: Database, state: State): Promise<void> =>
  saveSetting(database, setting, JSON.stringify(state));

/** Stores why a scheduled backup failed, until one succeeds. */
const recordFailure = async (database: Database, error: unknown): Promise<void> => {
  // The output of the command.
  const reason = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
  const failure = { failedAt: new Date().toISOString(), reason: reason.slice(0, maxReasonLength) };
  await saveState(database, { ...(await readState(database)), failure });
};

/** Returns the failure of the last scheduled backup; null if it succeeded or nothing is scheduled. */
export const findFailedBackup = async (database: Database): Promise<FailedBackup | null> => {
  const { lastBackupAt, failure } = await readState(database);
  if (!failure || Date.now() - Date.parse(failure.failedAt) > maxAge) return null;
  return { ...failure, lastBackupAt };
};

// From source, the command is next to this file. Built, this code is in a chunk one folder below.
const command = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../commands/backup.ts' : '../server/create-backup.js', import.meta.url),
);

const execFileAsync = promisify(execFile);
/** Characters that a command may print, for example the names of all damaged files. */
const maxOutput = 64 * 1024 * 1024;

type ScheduleOptions = {
  config: Pick<ServerConfig, 'dataDir' | 'databaseUrl' | 'filesUrl'>;
  backups: NonNullable<ServerConfig['backups']>;
  databaseHandle: Pick<DatabaseHandle, 'database'>;
  log: Logger;
};

/** Milliseconds between two looks at the clock, which may be set meanwhile. */
const interval = 20_000;

/** Returns when a daily backup was due last, by the clock of the office. */
const findLastDue = (at: string, now: Date): Date => {
  const due = new Date(now);
  due.setHours(Number(at.slice(0, 2)), Number(at.slice(3)), 0, 0);
  if (due > now) due.setDate(due.getDate() - 1);
  return due;
};

/**
 * Makes a backup every day in a separate process, and at once if there is none for the last scheduled time. Of several
 * servers on one database, the first one makes it; the others find it done, or make it if the first one has failed.
 */
export const startBackupSchedule = ({
  config,
  backups,
  databaseHandle: { database },
  log,
}: ScheduleOptions): BackgroundTask => {
  const runCommand = async (due: Date, signal: AbortSignal): Promise<void> => {
    const { dataDir, databaseUrl, filesUrl, to, keep } = { ...config, ...backups };
    const args = ['--data', dataDir, '--to', to, '--scheduled-for', due.toISOString()];
    const { stderr } = await execFileAsync(
      process.execPath,
      [command, ...args, ...(keep ? ['--keep', String(keep)] : [])],
      {
        // Addresses can contain passwords, which everybody could see in the process list.
        env: { ...process.env, BACKOFFICE_DATABASE_URL: databaseUrl ?? '', BACKOFFICE_FILES_URL: filesUrl ?? '' },
        maxBuffer: maxOutput,
        signal,
      },
    );
    log.info({ output: stderr.trim() }, 'scheduled backup');
    await saveState(database, { lastBackupAt: new Date().toISOString(), failure: null });
  };

  let lastDue = 0;
  const work = async (signal: AbortSignal): Promise<void> => {
    // Another time is due, whether later or earlier: a clock that was ahead is right again.
    const due = findLastDue(backups.at, new Date());
    if (due.getTime() === lastDue) return;
    lastDue = due.getTime();
    try {
      await runCommand(due, signal);
    } catch (error) {
      if (!signal.aborted)
        await recordFailure(database, error).catch((recordError: unknown) =>
          log.error({ err: recordError }, 'could not store that the backup failed'),
        );
      throw error;
    }
  };
  const task = startBackgroundTask({ work, every: interval, log, failure: 'the scheduled backup failed' });
  task.run();
  return task;
};
