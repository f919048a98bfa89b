import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { BenchServer } from './bench-server.ts';

/** Copies the server's database, to write to it directly with the same tables, indexes and durability. */
export const copyDatabase = ({ dataDir }: BenchServer, name: string): Database.Database => {
  const copy = join(dataDir, name);
  const original = new Database(join(dataDir, 'backoffice.db'), { readonly: true });
  original.prepare('vacuum into ?').run(copy);
  original.close();
  const database = new Database(copy);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  return database;
};
