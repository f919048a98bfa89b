import { v7 } from 'uuid';
import type { Storage } from '../database/storage.ts';
import type { Database, DatabaseTransaction, Row } from '../database/tables.ts';
import type { FileStore, FileTransaction } from '../files/file-store.ts';
import type { Parents } from './parents.ts';
import type { RowChange } from './stored-rows.ts';

/** Who writes. */
export type Actor = { userId: string; name: string };

/** A write as it happens, inside its transaction. */
export type Write = {
  storage: Storage;
  database: DatabaseTransaction;
  /** Null where the server writes of itself. */
  actor: Actor | null;
  /** Everything that is written under one such id is one change to whoever reads the history. */
  changeId: string;
  /** The entry of the history that this write undoes. */
  revertOf: string | null;
};

/** A write as it begins; a change of its own, unless it says of which one it is a part. */
export const beginWrite = ({
  changeId = v7(),
  revertOf = null,
  ...rest
}: Pick<Write, 'storage' | 'database' | 'actor'> & Partial<Write>): Write => ({
  ...rest,
  changeId,
  revertOf,
});

/** A change of a record and the prepared parts that were sent with it; undefined where none were. */
export type PartsChange = RowChange & {
  parts: unknown;
  /** The record was deleted and is restored with the ids that its parts had. */
  isRestored: boolean;
};

/** How the parts of one record change. */
export type PlannedParts = {
  /** The row with the columns that follow from the parts. */
  row: Row;
  /** Extra searchable text from the parts; undefined where that stays as it is. */
  searchTexts?: string[] | undefined;
  /** Parts as the history keeps them: all of a new record, what changed of another. */
  before?: Row;
  after?: Row;
  /** What an answer says of the parts. */
  answer: () => Row;
};

/** What belongs to records beyond their rows and is sent, read and kept by the history with them. */
export type PartsRules = {
  /** Decodes what was sent before the transaction opens; undefined where no parts were sent. */
  prepare: (values: Row, files: FileTransaction) => Promise<unknown>;
  /** Parts by record id, in the shape in which they are sent. */
  read: (database: Database, ids: string[]) => Promise<Map<string, Row>>;
  /** Checks parts and compares them with the stored ones. `write` comes after the rows are written. */
  plan: (
    write: Write,
    changes: readonly PartsChange[],
  ) => Promise<{ planned: PlannedParts[]; write: () => Promise<void> }>;
  /** Deletes the parts of records whose rows are deleted next. */
  remove: (database: Database, ids: string[]) => Promise<void>;
};

/** What holds for the records of one resource beyond its declaration, whoever writes them. */
export type Rules = {
  /** Checks or completes what was sent, before its files are stored. */
  receive?: (values: Row, sent: { isNew: boolean; isUndo: boolean }) => Row;
  /** Checks or completes rows before they are written. */
  beforeWrite?: (write: Write & { parents: Parents }, changes: readonly RowChange[]) => Promise<Row[]>;
  /** Changes what follows from the written rows. */
  afterWrite?: (write: Write, changes: readonly RowChange[]) => Promise<void>;
  /** Refuses to delete records. */
  beforeRemove?: (write: Write, rows: readonly Row[]) => Promise<void>;
  /** Extra searchable text per record id, taken from related records (a product's variant SKUs). */
  relatedSearchTexts?: (database: Database, rows: readonly Row[]) => Promise<Map<string, string[]>>;
  parts?: PartsRules;
};

/** What the operations on all resources need. */
export type OperationsContext = {
  storage: Storage;
  files: FileStore;
  rulesOf: (resource: string) => Rules;
};
