import type { Logger } from 'pino';
import type { DatabaseHandle } from '../database/database-handle.ts';
import type { Database } from '../database/tables.ts';
import type { FileStorage } from '../files/file-storage.ts';
import { type BackgroundTask, startBackgroundTask } from '../lib/background-task.ts';
import { checkData } from './check-data.ts';

const minute = 60 * 1000;
const hour = 60 * minute;
const week = 7 * 24 * hour;
const startedSetting = 'dataCheckStartedAt';

/** Returns whether a check is due, and marks it as started, so that no other server runs it, too. */
const claimCheck = async (database: Database): Promise<boolean> => {
  const now = Date.now();
  const [lastDue, latest] = [new Date(now - week).toISOString(), new Date(now + hour).toISOString()];
  const claimed = await database
    .insertInto('setting')
    .values({ _id: startedSetting, value: new Date(now).toISOString() })
    .onConflict((conflict) =>
      conflict
        .column('_id')
        .doUpdateSet({ value: new Date(now).toISOString() })
        // A start in the future was at a time when the clock was ahead.
        .where((where) => where.or([where('setting.value', '<', lastDue), where('setting.value', '>', latest)])),
    )
    .returning('value')
    .executeTakeFirst();
  return claimed !== undefined;
};

const releaseClaim = async (database: Database): Promise<void> => {
  await database.deleteFrom('setting').where('_id', '=', startedSetting).execute();
};

type Options = { databaseHandle: DatabaseHandle; storage: FileStorage; log: Logger };

const runCheck = async ({ databaseHandle, storage, log }: Options, signal: AbortSignal): Promise<void> => {
  const { database } = databaseHandle;
  if (!(await claimCheck(database))) return;
  try {
    const { damage, missingFiles, orphanRows } = await checkData({ ...databaseHandle, storage }, signal);
    if (damage.length > 0) log.error({ damage }, 'the database is damaged: restore a backup');
    if (missingFiles.length > 0) log.error({ missing: missingFiles.length }, 'files of records are missing');
    if (orphanRows.length > 0) log.warn({ orphanRows }, 'rows refer to missing rows');
  } catch (error) {
    await releaseClaim(database);
    if (!signal.aborted) throw error;
  }
};

/** Checks all data every week, the first time a minute after the start, in the background. */
export const startWeeklyCheck = (options: Options): BackgroundTask => {
  const task = startBackgroundTask({
    work: (signal) => runCheck(options, signal),
    every: hour,
    log: options.log,
    failure: 'could not check the data',
  });
  setTimeout(task.run, minute).unref();
  return task;
};
