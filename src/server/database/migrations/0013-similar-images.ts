import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { addColumn } from './add-column.ts';

/** Pairs of images that look the same, and heights. Hashes have colors now, so that images are scanned again. */
export const up = async (database: Kysely<Tables>): Promise<void> => {
  await addColumn(database, { table: 'asset', column: 'height', type: 'integer' });
  await addColumn(database, { table: 'imageScan', column: 'isCompared', type: 'integer not null default 0' });
  await database.deleteFrom('imageScan').execute();
  await sql`create table if not exists "similarImage" (
    "file" text not null, "other" text not null, primary key ("file", "other"))`.execute(database);
};
