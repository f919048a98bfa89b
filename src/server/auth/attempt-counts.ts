import { createHash } from 'node:crypto';
import { type Database, isSqlite } from '../database/tables.ts';
import { waitBriefly } from '../lib/wait-briefly.ts';

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
export const createAttemptCounts = (database: Database) => {
  /** Changes of counts that a busy SQLite database doesn't contain yet. */
  const pending = new Map<string, number>();

  const addPending = (limits: readonly AttemptLimit[], change: number) => {
    for (const { subject } of limits) {
      const count = (pending.get(subject) ?? 0) + change;
      if (count !== 0) pending.set(subject, count);
      else pending.delete(subject);
    }
  };

  const whilePending = <Result>(
    limits: readonly AttemptLimit[],
    { change, write }: { change: number; write: () => Promise<Result> },
  ): Promise<Result> => {
    if (!isSqlite(database)) return write();
    addPending(limits, change);
    return write().finally(() => addPending(limits, -change));
  };

  const readStored = (limits: readonly AttemptLimit[]): Promise<Count[]> =>
    database
      .selectFrom('loginCount')
      .selectAll()
      .where(
        '_id',
        'in',
        limits.map(({ subject }) => hashSubject(subject)),
      )
      .where('expiresAt', '>', new Date().toISOString())
      .execute();

  /** Counts that include changes which aren't stored yet. */
  const readCounts = async (limits: readonly AttemptLimit[]): Promise<Count[]> => {
    const stored = await readStored(limits);
    return limits.map(({ subject, seconds }) => {
      const _id = hashSubject(subject);
      const existing = stored.find((row) => row._id === _id);
      const latest = expiryAfter(seconds);
      return {
        _id,
        count: (existing?.count ?? 0) + (pending.get(subject) ?? 0),
        expiresAt: existing && existing.expiresAt < latest ? existing.expiresAt : latest,
      };
    });
  };

  const count = async (limits: readonly AttemptLimit[]): Promise<Count[]> => {
    if (!isSqlite(database)) return increment(database, limits);
    const written = whilePending(limits, { change: 1, write: () => increment(database, limits) });
    return (await waitBriefly(written)) ?? readCounts(limits);
  };

  return {
    /** Counts an attempt. Returns the milliseconds to wait, which are 0 unless a limit is exceeded. */
    add: async (limits: readonly AttemptLimit[]): Promise<number> => {
      const counted = await count(limits);
      const waits = limits.map(({ subject, max }) => {
        const found = counted.find(({ _id }) => _id === hashSubject(subject));
        return found && found.count > max ? Math.max(1, Date.parse(found.expiresAt) - Date.now()) : 0;
      });
      return Math.max(...waits);
    },
    get: async (limit: AttemptLimit): Promise<number> => (await readCounts([limit]))[0]?.count ?? 0,
    /** Removes a counted attempt that succeeded or couldn't be made. */
    remove: async (limits: readonly AttemptLimit[]): Promise<void> => {
      await waitBriefly(whilePending(limits, { change: -1, write: () => decrement(database, limits) }));
    },
    reset: async (limits: readonly AttemptLimit[]): Promise<void> => {
      const ids = limits.map(({ subject }) => hashSubject(subject));
      await waitBriefly(database.deleteFrom('loginCount').where('_id', 'in', ids).execute());
    },
  };
};
