import type { Database, DatabaseTransaction } from './tables.ts';

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
   * For work that may take a minute. On SQLite it runs on a copy, and its writes are replayed on the database. If
   * others have changed the same records or a dependency, it runs again as a long transaction.
   */
  stagedTransaction: <Result>(
    work: (transaction: DatabaseTransaction) => Promise<Result>,
    options: { dependencies: readonly string[]; signal: AbortSignal },
  ) => Promise<Result>;
  /** Fails if the database doesn't respond. */
  ping: () => Promise<void>;
  /** Connections of PostgreSQL's pool. */
  poolCounts?: () => { total: number; idle: number; waiting: number };
  isForeignKeyViolation: (error: unknown) => boolean;
  close: () => Promise<void>;
};
