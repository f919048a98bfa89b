import { v7 } from 'uuid';
import type { DatabaseHandle } from '../database/database-handle.ts';
import type { Database, DatabaseTransaction, Row } from '../database/tables.ts';
import type { FileStore, FileTransaction } from '../files/file-store.ts';
import type { Parents } from './parents.ts';
import type { RowUpdate } from './stored-rows.ts';

export type Actor = { userId: string; name: string };

/** A write in progress, inside its transaction. */
export type WriteContext = {
  databaseHandle: DatabaseHandle;
  database: DatabaseTransaction;
  /** Null for writes by the server itself. */
  actor: Actor | null;
  /** Groups history entries into one change. */
  changeId: string;
  revertOf: string | null;
};

/** Starts a write, as a new change unless `changeId` is given. */
export const createWriteContext = ({
  changeId = v7(),
  revertOf = null,
  ...rest
}: Pick<WriteContext, 'databaseHandle' | 'database' | 'actor'> & Partial<WriteContext>): WriteContext => ({
  ...rest,
  changeId,
  revertOf,
});

/** Change of a record with the prepared parts from the request; undefined if none were sent. */
export type PartsChange = RowUpdate & {
  parts: unknown;
  /** The record is being restored from the trash, with the original ids of its parts. */
  isRestored: boolean;
};

export type PlannedParts = {
  row: Row;
  /** Extra searchable text from the parts; undefined if unchanged. */
  searchTexts?: string[] | undefined;
  /** Parts for the history: all of a new record, only the changes of an existing one. */
  before?: Row;
  after?: Row;
  answer: () => Row;
};

/**
 * Data that belongs to a record beyond its row, such as a product's variants. Requests, responses and the history
 * include it in the record.
 */
export type PartsRules = {
  /** Decodes parts before the transaction opens; undefined if none were sent. */
  prepare: (values: Row, files: FileTransaction) => Promise<unknown>;
  /** Returns parts by record id, in the shape of a request. */
  read: (database: Database, ids: string[]) => Promise<Map<string, Row>>;
  /** Checks parts and compares them with the stored ones. The returned `write` runs after the rows are written. */
  plan: (
    write: WriteContext,
    changes: readonly PartsChange[],
  ) => Promise<{ planned: PlannedParts[]; write: () => Promise<void> }>;
  remove: (database: Database, ids: string[]) => Promise<void>;
};

/** Rules for the records of one resource beyond its declaration, applied to every write. */
export type ResourceHooks = {
  /** Checks or completes sent values before their files are stored. */
  receive?: (values: Row, sent: { isNew: boolean; isUndo: boolean }) => Row;
  /** Checks or completes rows before they are written. */
  beforeWrite?: (write: WriteContext & { parents: Parents }, changes: readonly RowUpdate[]) => Promise<Row[]>;
  /** Updates data that depends on the written rows. */
  afterWrite?: (write: WriteContext, changes: readonly RowUpdate[]) => Promise<void>;
  /** Throws if one of the records must not be deleted. */
  beforeDelete?: (write: WriteContext, rows: readonly Row[]) => Promise<void>;
  /** Extra searchable text per record id, taken from related records (a product's variant SKUs). */
  relatedSearchTexts?: (database: Database, rows: readonly Row[]) => Promise<Map<string, string[]>>;
  parts?: PartsRules;
};

export type OperationsContext = {
  databaseHandle: DatabaseHandle;
  files: FileStore;
  hooksOf: (resource: string) => ResourceHooks;
};
