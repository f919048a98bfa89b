import type { Database, DatabaseTransaction, Tables } from './tables.ts';

/** A database that is open and up to date, and what differs between the two kinds of it. */
export type Storage = {
  database: Database;
  kind: 'sqlite' | 'postgres';
  /** Whether rows can be locked for the rest of a transaction. SQLite has one writer anyway. */
  hasRowLocks: boolean;
  /** Makes others wait who would write this table, until the transaction ends. */
  lockTable: (transaction: DatabaseTransaction, table: keyof Tables) => Promise<void>;
  /** Whether the database refused a write because a reference would point nowhere. */
  isForeignKeyViolation: (error: unknown) => boolean;
  close: () => Promise<void>;
};
