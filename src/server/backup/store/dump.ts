import type { Readable } from 'node:stream';
import type { StoreManifest } from './manifest.ts';

/** The part of a manifest that is read from the database, in the same snapshot as the copy. */
export type DatabaseFacts = Pick<StoreManifest['database'], 'tables' | 'migrations'> & {
  databaseId: string;
  /** Names of the uploads that records, history or trash use. */
  files: string[];
  /** The bucket of the uploads; null if they are in the data folder. */
  filesBucket: string | null;
};

/** Stores the copy of a database. */
export type StoreCopy = (content: Readable) => Promise<void>;
