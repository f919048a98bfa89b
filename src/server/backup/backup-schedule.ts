import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Cron } from 'croner';
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

const toPattern = (time: string): string => {
  const [hour, minute] = time.split(':');
  return `${Number(minute)} ${Number(hour)} * * *`;
};

/**
 * Makes a backup every day in a separate process, and at once if there is none since the last scheduled time. Of several
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

  const runCommand = async (since: Date): Promise<void> => {
    const { dataDir, databaseUrl, filesUrl } = config;
    const { to, keep } = backups;
    const args = ['--data', dataDir, '--to', to, '--unless-since', since.toISOString()];
    const child = spawn(process.execPath, [command, ...args, ...(keep ? ['--keep', keep] : [])], {
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

  const run = (since: Date): Promise<void> => {
    running = running.then(() => runCommand(since)).catch(report);
    return running;
  };

  const job = new Cron(
    toPattern(backups.at),
    { unref: true },
    ({ currentRun }: { currentRun: () => Date | null }) => run(lastRun(currentRun() ?? new Date())),
  );
  /** The scheduled minute, so that all servers look for the same backup, whichever of them wakes up first. */
  const lastRun = (now: Date): Date => job.previousRuns(1, new Date(now.getTime() + 1000))[0] ?? now;

  void run(lastRun(new Date()));
  return {
    stop: async () => {
      job.stop();
      stopping.abort();
      await running;
    },
  };
};
