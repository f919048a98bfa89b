import type { FileStore } from '../files/file-store.ts';
import type { Storage } from '../storage/storage.ts';
import type { DatabaseTransaction, Row } from '../storage/tables.ts';

/** Who writes. */
export type Actor = { userId: string; name: string };

/** A write as it happens, inside its transaction. `actor` is null where the server writes of itself. */
export type Write = { storage: Storage; database: DatabaseTransaction; actor: Actor | null };

/** What holds for the records of one resource beyond its declaration, whoever writes them. */
export type Rules = {
  /** Refuses what is about to be written, or completes it. `current` is what is there by now; null for a new record. */
  beforeWrite?: (write: Write & { row: Row; current: Row | null }) => Promise<Row>;
  /** What else changes together with the record. */
  afterWrite?: (write: Write & { row: Row; current: Row | null }) => Promise<void>;
  /** Refuses to delete a record. */
  beforeRemove?: (write: Write & { row: Row }) => Promise<void>;
};

/** What the operations on all resources need. */
export type OperationsContext = {
  storage: Storage;
  files: FileStore;
  rulesOf: (resource: string) => Rules;
};
