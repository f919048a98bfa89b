import type { DiskReserve } from './disk-reserve.ts';
import type { Database, DatabaseTransaction } from './tables.ts';

/** Names of locks that one server on a database holds at a time. */
export type LockName = 'start' | 'maintenance';

/** A connection that hears what servers tell each other. Notifications don't survive its end. */
export type NotificationConnection = {
  /** Calls back for the notifications of other servers. */
  listen: (channel: string, onNotification: (payload: string) => void) => Promise<void>;
  notify: (channel: string, payload: string) => Promise<void>;
  /** Resolves when the connection has ended. */
  closed: Promise<void>;
  close: () => Promise<void>;
};

/**
 * If another transaction waits, lets it run: commits this part, or rolls it back if it `isDiscarded`, and begins the next
 * one. `prepare` runs before that. Returns whether one waited.
 */
export type Pause = (options: { isDiscarded: boolean; prepare: () => Promise<void> }) => Promise<boolean>;

/** Ends the first part of a long transaction, because another one is committed in parts: their parts must not mix. */
export class OtherChangeError extends Error {}

/** An open and migrated database, behind one interface for SQLite and PostgreSQL. */
export type DatabaseHandle = {
  database: Database;
  /** Waits until no other transaction writes to the table, at most `timeout` milliseconds, and lets none begin to. */
  lockTable: (transaction: DatabaseTransaction, table: string, options?: { timeout: number }) => Promise<void>;
  /** Runs `work` in a transaction, and again from its start after a conflict with another transaction. */
  transaction: <Result>(work: (transaction: DatabaseTransaction) => Promise<Result>) => Promise<Result>;
  /**
   * For work on many records. It calls `pause` between its parts, so that no other transaction waits for its end. Until
   * the first part is committed, it may run again from its start: after a conflict, or if it has to wait for the end of
   * another one that is committed in parts.
   */
  longTransaction: <Result>(
    work: (transaction: DatabaseTransaction, pause: Pause) => Promise<Result>,
  ) => Promise<Result>;
  /** Runs `work` on a copy of the database without history, so that no other transaction waits, and discards it. */
  discardedTransaction: DatabaseHandle['transaction'];
  /** Runs `work` while no other server on this database runs work with the same lock. SQLite has only one server. */
  withLock: <Result>(lock: LockName, work: () => Promise<Result>) => Promise<Result>;
  /** Whether a server on this database is committing a long transaction in parts. */
  hasLongChange: () => Promise<boolean>;
  /** Calls `listener` after each commit of a transaction of this server. Returns a function that stops that. */
  onCommit: (listener: () => void) => () => void;
  /** Only on PostgreSQL, where a database can have several servers. */
  connectForNotifications?: () => Promise<NotificationConnection>;
  /** Fails if the database doesn't respond. */
  ping: () => Promise<void>;
  /** Returns messages about damaged parts of the database. On SQLite, it reads the whole file on another thread. */
  findDamage: (signal?: AbortSignal) => Promise<string[]>;
  /** Connections of PostgreSQL's pool. */
  poolCounts?: () => { total: number; idle: number; waiting: number };
  reserve: DiskReserve;
  isForeignKeyViolation: (error: unknown) => boolean;
  close: () => Promise<void>;
};

/** Adds `onCommit` to a database handle. */
export const withCommitEvents = (databaseHandle: Omit<DatabaseHandle, 'onCommit'>): DatabaseHandle => {
  const listeners = new Set<() => void>();
  const afterCommit = <Result>(result: Result): Result => {
    for (const listener of listeners) listener();
    return result;
  };
  const { transaction, longTransaction } = databaseHandle;
  return {
    ...databaseHandle,
    transaction: (work) => transaction(work).then(afterCommit),
    longTransaction: (work) =>
      longTransaction((database, pause) =>
        work(database, async (options) => (await pause(options)) && afterCommit(true)),
      ).then(afterCommit),
    onCommit: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
