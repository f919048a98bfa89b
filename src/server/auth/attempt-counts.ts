import { createHash } from 'node:crypto';
import type { Database } from '../database/tables.ts';

/** A maximum number of attempts by a subject, such as an account, in a time window. */
export type AttemptLimit = { subject: string; max: number; seconds: number };

type Count = { _id: string; count: number; expiresAt: string };

/** Hashed, so that the table contains no email addresses, phone numbers or addresses of clients. */
export const hashSubject = (subject: string): string => createHash('sha256').update(subject).digest('hex');

const expiryAfter = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

/**
 * Adds to counts that haven't expired, and begins the others. None lasts longer than a new one would: the clock may have
 * been ahead. Returns the new counts.
 */
export const addCounts = (database: Database, rows: readonly Count[]): Promise<Count[]> => {
  const now = new Date().toISOString();
  return (
    database
      .insertInto('loginCount')
      // In the same order everywhere, so that parallel statements don't deadlock.
      // biome-ignore lint/plugin: an attempt has at most three subjects
      .values(rows.toSorted((a, b) => (a._id < b._id ? -1 : 1)))
      .onConflict((conflict) =>
        conflict.column('_id').doUpdateSet((set) => ({
          count: set
            .case()
            .when('loginCount.expiresAt', '<=', now)
            .then(set.ref('excluded.count'))
            .else(set('loginCount.count', '+', set.ref('excluded.count')))
            .end(),
          expiresAt: set
            .case()
            .when(
              set.or([
                set('loginCount.expiresAt', '<=', now),
                set('loginCount.expiresAt', '>', set.ref('excluded.expiresAt')),
              ]),
            )
            .then(set.ref('excluded.expiresAt'))
            .else(set.ref('loginCount.expiresAt'))
            .end(),
        })),
      )
      .returningAll()
      .execute()
  );
};

const decrement = async (database: Database, limits: readonly AttemptLimit[]): Promise<void> => {
  await database
    .updateTable('loginCount')
    .set((set) => ({ count: set('count', '-', set.lit(1)) }))
    .where(
      '_id',
      'in',
      limits.map(({ subject }) => hashSubject(subject)),
    )
    .where('count', '>', 0)
    .execute();
};

const increment = (database: Database, limits: readonly AttemptLimit[]): Promise<Count[]> =>
  addCounts(
    database,
    limits.map(({ subject, seconds }) => ({
      _id: hashSubject(subject),
      count: 1,
      expiresAt: expiryAfter(seconds),
    })),
  );

/** Counts attempts in the database, which all its servers share. An attempt counts from its start. */
export const createAttemptCounts = (database: Database) => ({
  /** Counts an attempt. Returns the milliseconds to wait, which are 0 unless a limit is exceeded. */
  add: async (limits: readonly AttemptLimit[]): Promise<number> => {
    const counted = await increment(database, limits);
    const waits = limits.map(({ subject, max }) => {
      const found = counted.find(({ _id }) => _id === hashSubject(subject));
      return found && found.count > max ? Math.max(1, Date.parse(found.expiresAt) - Date.now()) : 0;
    });
    return Math.max(...waits);
  },
  get: async ({ subject }: AttemptLimit): Promise<number> => {
    const found = await database
      .selectFrom('loginCount')
      .select('count')
      .where('_id', '=', hashSubject(subject))
      .where('expiresAt', '>', new Date().toISOString())
      .executeTakeFirst();
    return found?.count ?? 0;
  },
  /** Removes a counted attempt that succeeded or couldn't be made. */
  remove: (limits: readonly AttemptLimit[]): Promise<void> => decrement(database, limits),
  reset: async (limits: readonly AttemptLimit[]): Promise<void> => {
    const ids = limits.map(({ subject }) => hashSubject(subject));
    await database.deleteFrom('loginCount').where('_id', 'in', ids).execute();
  },
});
