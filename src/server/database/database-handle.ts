import type { DiskReserve } from './disk-reserve.ts';
import type { Database, DatabaseTransaction } from './tables.ts';

/** Names of locks that one server on a database holds at a time. */
export type LockName = 'start' | 'maintenance' | 'backup';

/** A connection that hears what servers tell each other. Notifications don't survive its end. */
export type NotificationConnection = {
  /** Calls back for the notifications of other servers. */
  listen: (channel: string, onNotification: (payload: string) => void) => Promise<void>;
  notify: (channel: string, payload: string) => Promise<void>;
  /** Resolves when the connection has ended. */
  closed: Promise<void>;
  close: () => Promise<void>;
};

/** An open and migrated database, behind one interface for SQLite and PostgreSQL. */
export type DatabaseHandle = {
  database: Database;
  /** Waits until no other transaction writes to the table, at most `timeout` milliseconds, and lets none begin to. */
  lockTable: (
    transaction: DatabaseTransaction,
    table: string,
    options?: { timeout: number },
  ) => Promise<void>;
  /** Runs `work` in a transaction, and again from its start after a conflict with another transaction. */
  transaction: <Result>(work: (transaction: DatabaseTransaction) => Promise<Result>) => Promise<Result>;
  /** For work that may take seconds: no other transaction has to wait for its end. */
  longTransaction: DatabaseHandle['transaction'];
  /**
   * For work that may take a minute. On SQLite it writes to a copy without history, and its writes are replayed. If
   * others have changed the same records or a dependency, it runs again as a long transaction. A dry run throws at its
   * end, so its writes aren't logged for the replay. `finish` writes last; if `work` has written nothing, it needs no
   * copy.
   */
  stagedTransaction: <Result>(
    work: (transaction: DatabaseTransaction) => Promise<Result>,
    options: {
      dependencies: readonly string[];
      signal: AbortSignal;
      isDryRun?: boolean;
      finish?: (transaction: DatabaseTransaction) => Promise<void>;
    },
  ) => Promise<Result>;
  /** Runs `work` while no other server on this database runs work with the same lock. SQLite has only one server. */
  withLock: <Result>(lock: LockName, work: () => Promise<Result>) => Promise<Result>;
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
