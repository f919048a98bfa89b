import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { DatabaseHandle } from '../database/database-handle.ts';
import type { ServerConfig } from '../lib/config.ts';
import { recordBackup, recordFailedBackup } from './backup-failure.ts';

export type BackupSchedule = { stop: () => Promise<void> };

// From source, the command is next to this file. Built, this code is in a chunk one folder below.
const command = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './create.ts' : '../server/create-backup.js', import.meta.url),
);

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
}: ScheduleOptions): BackupSchedule => {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

  const runCommand = async (due: Date): Promise<void> => {
    const { dataDir, databaseUrl, filesUrl, to, keep } = { ...config, ...backups };
    const args = ['--data', dataDir, '--to', to, '--scheduled-for', due.toISOString()];
    const child = spawn(process.execPath, [command, ...args, ...(keep ? ['--keep', String(keep)] : [])], {
      // Addresses can contain passwords, which everybody could see in the process list.
      env: {
        ...process.env,
        BACKOFFICE_DATABASE_URL: databaseUrl ?? '',
        BACKOFFICE_FILES_URL: filesUrl ?? '',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
      signal: stopping.signal,
    });
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(output.trim());
    log.info({ output: output.trim() }, 'scheduled backup');
    await recordBackup(database);
  };

  const report = async (error: unknown): Promise<void> => {
    if (stopping.signal.aborted) return;
    log.error({ err: error }, 'the scheduled backup failed');
    const reason = error instanceof Error ? error.message : String(error);
    await recordFailedBackup(database, reason).catch((recordError: unknown) =>
      log.error({ err: recordError }, 'could not store that the backup failed'),
    );
  };

  let lastDue = 0;
  // Another time is due, whether later or earlier: a clock that was ahead is right again.
  const check = () => {
    const due = findLastDue(backups.at, new Date());
    if (due.getTime() === lastDue) return;
    lastDue = due.getTime();
    running = running.then(() => runCommand(due)).catch(report);
  };
  check();
  const timer = setInterval(check, interval).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
};
