import type { Database, DatabaseTransaction } from './tables.ts';

/** A database that is open and up to date, and what differs between the two kinds of it. */
export type Storage = {
  database: Database;
  kind: 'sqlite' | 'postgres';
  /** Whether rows can be locked for the rest of a transaction. SQLite has one writer anyway. */
  hasRowLocks: boolean;
  /** Makes others wait who would write this table, until the transaction ends. */
  lockTable: (transaction: DatabaseTransaction, table: string) => Promise<void>;
  /** Runs work in a transaction, and once more from its start where another transaction got in the way. */
  transaction: <Result>(work: (transaction: DatabaseTransaction) => Promise<Result>) => Promise<Result>;
  /** The same for work that may take seconds: no other transaction has to wait for its end. */
  longTransaction: Storage['transaction'];
  /**
   * The same for work that may take a minute. On SQLite it runs on a copy, and what it wrote is then written at once,
   * unless others have changed the same records or those of its dependencies: then it runs again as a long transaction.
   */
  stagedTransaction: <Result>(
    work: (transaction: DatabaseTransaction) => Promise<Result>,
    options: { dependencies: readonly string[]; signal: AbortSignal },
  ) => Promise<Result>;
  /** Whether the database refused a write because a reference would point nowhere. */
  isForeignKeyViolation: (error: unknown) => boolean;
  close: () => Promise<void>;
};
