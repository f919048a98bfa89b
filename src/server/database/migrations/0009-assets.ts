import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { addColumn } from './add-column.ts';

const columns = {
  type: 'text',
  size: 'integer',
  uploadedBy: 'text',
  isKept: 'integer not null default 0',
};

const statements = [
  'create index if not exists "asset_by_type" on "asset" ("type", "_id" desc)',
  'create index if not exists "asset_by_size" on "asset" ("size", "_id" desc)',
  'create table if not exists "assetFile" ("file" text primary key not null, "assetId" text not null)',
];

/** The library's table as far as its declaration doesn't know it, and the one by which each file is in it once. */
export const up = async (database: Kysely<Tables>): Promise<void> => {
  await sql`create table if not exists "asset" ("_id" text primary key not null)`.execute(database);
  for (const [column, type] of Object.entries(columns)) await addColumn(database, { table: 'asset', column, type });
  for (const statement of statements) await sql.raw(statement).execute(database);
};
