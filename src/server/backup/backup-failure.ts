import { z } from 'zod';
import { type FailedBackup, failedBackupSchema } from '#shared/home.ts';
import type { Database } from '../database/tables.ts';

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
  const stored = await database.selectFrom('setting').select('value').where('_id', '=', setting).executeTakeFirst();
  // Another version may have stored other properties.
  const parsed = stateSchema.safeParse(JSON.parse(stored?.value ?? 'null'));
  return parsed.data ?? { lastBackupAt: null, failure: null };
};

const saveState = async (database: Database, state: State): Promise<void> => {
  const value = JSON.stringify(state);
  await database
    .insertInto('setting')
    .values({ _id: setting, value })
    .onConflict((conflict) => conflict.column('_id').doUpdateSet({ value }))
    .execute();
};

export const recordBackup = (database: Database): Promise<void> =>
  saveState(database, { lastBackupAt: new Date().toISOString(), failure: null });

/** Stores why a scheduled backup failed, until one succeeds. */
export const recordFailedBackup = async (database: Database, reason: string): Promise<void> => {
  const { lastBackupAt } = await readState(database);
  const failure = { failedAt: new Date().toISOString(), reason: reason.slice(0, maxReasonLength) };
  await saveState(database, { lastBackupAt, failure });
};

/** Returns the failure of the last scheduled backup; null if it succeeded or nothing is scheduled. */
export const findFailedBackup = async (database: Database): Promise<FailedBackup | null> => {
  const { lastBackupAt, failure } = await readState(database);
  if (!failure || Date.now() - Date.parse(failure.failedAt) > maxAge) return null;
  return { ...failure, lastBackupAt };
};
