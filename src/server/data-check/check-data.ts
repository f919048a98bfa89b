import type { Logger } from 'pino';
import { type DataCheckSummary, dataCheckSummarySchema, maxHomeItems } from '#shared/home.ts';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { readSetting, saveSetting } from '../database/settings.ts';
import type { Database } from '../database/tables.ts';
import type { FileStorage } from '../files/file-storage.ts';
import { FilesUnavailableError } from '../lib/app-error.ts';
import { type BackgroundTask, startBackgroundTask } from '../lib/background-task.ts';
import { filterMissing, findMissingFiles, type MissingFile } from './missing-files.ts';
import { findOrphanRows, type OrphanRows } from './orphan-rows.ts';

type Parts = Pick<DatabaseHandle, 'database' | 'findDamage'> & { storage: FileStorage };

export type DataCheck = { damage: string[]; missingFiles: MissingFile[]; orphanRows: OrphanRows[] };

export const dataCheckWarnings = ['damagedDatabase', 'missingFiles', 'orphanRows'] as const;
type DataCheckWarning = (typeof dataCheckWarnings)[number];

const summarySetting = 'dataCheck';

const saveSummary = (database: Database, { damage, missingFiles, orphanRows }: DataCheck): Promise<void> => {
  const summary: DataCheckSummary = {
    checkedAt: new Date().toISOString(),
    isDamaged: damage.length > 0,
    missingFiles: { total: missingFiles.length, listed: missingFiles.slice(0, maxHomeItems) },
    orphanRows: orphanRows.reduce((sum, { total }) => sum + total, 0),
  };
  return saveSetting(database, summarySetting, JSON.stringify(summary));
};

/** Checks the database and the files, and stores a summary for Home. */
export const checkData = async ({ database, findDamage, storage }: Parts, signal?: AbortSignal): Promise<DataCheck> => {
  const damage = await findDamage(signal);
  // A damaged database may be unable to do the rest.
  const unlessDamaged = <Result>(work: Promise<Result>, fallback: Result): Promise<Result> =>
    work.catch((error: unknown) => {
      if (damage.length === 0) throw error;
      return fallback;
    });
  const check = {
    damage,
    missingFiles: await unlessDamaged(findMissingFiles({ database, storage }, signal), []),
    orphanRows: await unlessDamaged(findOrphanRows(database), []),
  };
  await unlessDamaged(saveSummary(database, check), undefined);
  return check;
};

const findSummary = async (database: Database): Promise<DataCheckSummary | null> => {
  const stored = await readSetting(database, summarySetting);
  // Another version may have stored other properties.
  return dataCheckSummarySchema.safeParse(JSON.parse(stored ?? 'null')).data ?? null;
};

/** Problems that the last check found, for health checks. */
export const readWarnings = async (database: Database): Promise<DataCheckWarning[]> => {
  const summary = await findSummary(database);
  if (!summary) return [];
  const found = {
    damagedDatabase: summary.isDamaged,
    missingFiles: summary.missingFiles.total > 0,
    orphanRows: summary.orphanRows > 0,
  };
  return dataCheckWarnings.filter((name) => found[name]);
};

/** Reads the summary of the last check, without the files that have been replaced since. Null before the first one. */
export const readSummary = async (parts: {
  database: Database;
  storage: FileStorage;
}): Promise<DataCheckSummary | null> => {
  const summary = await findSummary(parts.database);
  if (!summary) return null;
  const { total, listed } = summary.missingFiles;
  // Without an answer from a bucket, nothing is known to be replaced.
  const missing = await filterMissing(parts, listed).catch((error: unknown) => {
    if (error instanceof FilesUnavailableError) return listed;
    throw error;
  });
  return { ...summary, missingFiles: { total: total - listed.length + missing.length, listed: missing } };
};

const minute = 60 * 1000;
const hour = 60 * minute;
const week = 7 * 24 * hour;
const startedSetting = 'dataCheckStartedAt';

/** Returns whether a check is due, and marks it as started, so that no other server runs it, too. */
const claimCheck = ({ database, withLock }: DatabaseHandle): Promise<boolean> =>
  withLock('maintenance', async () => {
    const now = Date.now();
    const startedAt = Date.parse((await readSetting(database, startedSetting)) ?? '');
    // A start in the future was at a time when the clock was ahead.
    if (startedAt > now - week && startedAt < now + hour) return false;
    await saveSetting(database, startedSetting, new Date(now).toISOString());
    return true;
  });

type Options = { databaseHandle: DatabaseHandle; storage: FileStorage; log: Logger };

const runCheck = async ({ databaseHandle, storage, log }: Options, signal: AbortSignal): Promise<void> => {
  if (!(await claimCheck(databaseHandle))) return;
  try {
    const { damage, missingFiles, orphanRows } = await checkData({ ...databaseHandle, storage }, signal);
    if (damage.length > 0) log.error({ damage }, 'the database is damaged: restore a backup');
    if (missingFiles.length > 0) log.error({ missing: missingFiles.length }, 'files of records are missing');
    if (orphanRows.length > 0) log.warn({ orphanRows }, 'rows refer to missing rows');
  } catch (error) {
    await saveSetting(databaseHandle.database, startedSetting, '');
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
