import { v7 } from 'uuid';
import type { Storage } from '../database/storage.ts';
import type { Database, DatabaseTransaction, Row } from '../database/tables.ts';
import type { FileStore } from '../files/file-store.ts';

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

/** What holds for the records of one resource beyond its declaration, whoever writes them. */
export type Rules = {
  /** Refuses what is about to be written, or completes it. `current` is what is there by now; null for a new record. */
  beforeWrite?: (write: Write & { row: Row; current: Row | null }) => Promise<Row>;
  /** What else changes together with the record. */
  afterWrite?: (write: Write & { row: Row; current: Row | null }) => Promise<void>;
  /** Refuses to delete a record. */
  beforeRemove?: (write: Write & { row: Row }) => Promise<void>;
  /** Deletes what belongs to records beyond their rows. It comes first, and the history has read it by then. */
  removeParts?: (database: Database, ids: string[]) => Promise<void>;
  /** By which texts records are found beside their own fields, by their ids, as what belongs to them is by now. */
  furtherTexts?: (database: Database, ids: string[]) => Promise<Map<string, string[]>>;
  /**
   * What belongs to records beyond their rows, by their ids and in the shape in which it is sent.
   * It is read with a record, and kept and brought back by its history.
   */
  readParts?: (database: Database, ids: string[]) => Promise<Map<string, Row>>;
};

/** What the operations on all resources need. */
export type OperationsContext = {
  storage: Storage;
  files: FileStore;
  rulesOf: (resource: string) => Rules;
};
