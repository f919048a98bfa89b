import type { RawBuilder } from 'kysely';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { newId } from '../database/ids.ts';
import type { Database, DatabaseTransaction, Row } from '../database/tables.ts';
import type { FileStore, FileTransaction } from '../files/file-store.ts';
import { PasswordNeededError } from '../lib/app-error.ts';
import type { FilterConditions } from './list-query.ts';
import type { RelatedTexts } from './search-text.ts';
import type { RowUpdate } from './stored-rows.ts';

/**
 * The user who makes a change, and the client address it comes from. `isConfirmed`: the user entered the password in the
 * last minutes, as changes of accounts require.
 */
export type Actor = { userId: string; name: string; address: string; isConfirmed: boolean };

/** Throws unless the user has just entered the password. The server's own writes need no confirmation. */
export const assertConfirmed = (actor: Pick<Actor, 'isConfirmed'> | null): void => {
  if (actor && !actor.isConfirmed) throw new PasswordNeededError();
};

/** A write in progress, inside its transaction. */
export type WriteContext = {
  databaseHandle: DatabaseHandle;
  database: DatabaseTransaction;
  /** Null for writes by the server itself. */
  actor: Actor | null;
  /** Groups history entries into one change. */
  changeId: string;
  revertOf: string | null;
  /** The transaction will be rolled back, so no history is needed. */
  isDryRun?: boolean;
};

/** A file that a record uses. Its original name, size and alternative text are null if they aren't known. */
export type UsedFile = {
  file: string;
  name: string | null;
  size: number | null;
  alt?: string | undefined;
  dimensions?: { width?: number; height?: number };
};

/** Starts a write, as a new change unless `changeId` is given. */
export const createWriteContext = ({
  changeId = newId(),
  revertOf = null,
  ...rest
}: Pick<WriteContext, 'databaseHandle' | 'database' | 'actor'> & Partial<WriteContext>): WriteContext => ({
  ...rest,
  changeId,
  revertOf,
});

/** Cache of referenced records, each read once during a write. */
export type Parents = {
  /** Reads records by id, with their titles and the references of these. */
  load: (name: string, ids: Iterable<unknown>, options: { forUpdate: boolean }) => Promise<void>;
  find: (name: string, id: unknown) => Row | undefined;
};

/** Change of a record with the prepared related data from the request; undefined if none was sent. */
export type RelatedDataChange = RowUpdate & {
  related: unknown;
  /** The record is being restored from the trash, with the original ids of its related data. */
  isRestored: boolean;
};

export type RelatedDataPlan = {
  row: Row;
  /** Extra searchable text from the related data; undefined if unchanged. */
  searchTexts?: RelatedTexts | undefined;
  /** Related data for the history: all of a new record, only the changes of an existing one. */
  before?: Row;
  after?: Row;
  toResponse: () => Row;
};

/**
 * Data that belongs to a record beyond its row, such as a product's variants. Requests, responses and the history
 * include it in the record.
 */
export type RelatedDataHooks = {
  /** Decodes related data before the transaction opens; undefined if none was sent. */
  prepare: (values: Row, files: FileTransaction) => Promise<unknown>;
  /** Returns related data by record id, in the shape of a request. */
  read: (database: Database, ids: string[]) => Promise<Map<string, Row>>;
  /** Returns the files in the related data. */
  readFiles?: (database: Database, ids: readonly string[]) => Promise<UsedFile[]>;
  /** Checks related data and compares it with the stored data. The returned `write` runs after the rows are written. */
  plan: (
    write: WriteContext,
    changes: readonly RelatedDataChange[],
  ) => Promise<{ planned: RelatedDataPlan[]; write: () => Promise<void> }>;
  remove: (database: Database, ids: string[]) => Promise<void>;
  /** Stores what the related data of existing records lacks to be accessible. */
  check?: (database: Database, ids: readonly string[]) => Promise<void>;
};

/** Hooks of one resource, which run on every write, except for the first three. */
export type ResourceHooks = {
  filters?: FilterConditions;
  /** Columns that clients read beside those of the record, also to sort by. */
  listColumns?: readonly string[];
  /** Returns the condition for records that a search finds by other data than their own texts. */
  searchOthers?: (database: Database, query: string) => Promise<RawBuilder<boolean> | undefined>;
  /** Checks or completes input before their files are stored. */
  completeInput?: (values: Row, options: { isNew: boolean; isUndo: boolean }) => Row;
  /** Checks or completes rows before they are written. */
  beforeWrite?: (write: WriteContext & { parents: Parents }, changes: readonly RowUpdate[]) => Promise<Row[]>;
  /** Updates data that depends on the written rows. */
  afterWrite?: (write: WriteContext, changes: readonly RowUpdate[]) => Promise<void>;
  /** Throws if one of the records must not be deleted. */
  beforeDelete?: (write: WriteContext, rows: readonly Row[]) => Promise<void>;
  /** Extra searchable texts by record id, from related data: the SKUs and names of a product's variants. */
  relatedSearchTexts?: (database: Database, rows: readonly Row[]) => Promise<Map<string, RelatedTexts>>;
  /** Codes of related data that contain one of the words, such as a variant's SKU: one for each record. */
  findCodes?: (
    database: Database,
    search: { ids: readonly string[]; words: readonly string[] },
  ) => Promise<Map<string, string>>;
  related?: RelatedDataHooks;
  /** Moves a link of records from one record to another, where it isn't a value of the record. */
  moveLinks?: (write: WriteContext, move: LinkMove) => Promise<void>;
};

export type LinkMove = {
  context: OperationsContext;
  ids: readonly string[];
  from: string;
  to: string;
};

export type OperationsContext = {
  databaseHandle: DatabaseHandle;
  files: FileStore;
  getHooks: (resource: string) => ResourceHooks;
  /** Undoes a change of which only a part was committed. */
  undoUnfinished: (changeId: string) => Promise<void>;
};
