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
  /** Whether the database refused a write because a reference would point nowhere. */
  isForeignKeyViolation: (error: unknown) => boolean;
  close: () => Promise<void>;
};
