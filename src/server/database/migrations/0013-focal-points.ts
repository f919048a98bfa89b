import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { addColumn } from './add-column.ts';

/** Finds the few images with a focal point among all files of the library. */
export const up = async (database: Kysely<Tables>): Promise<void> => {
  await addColumn(database, { table: 'asset', column: 'focalPoint', type: `text not null default ''` });
  const condition = sql`"focalPoint" <> ''`;
  await sql`create index if not exists "asset_with_focal_point" on "asset" ("_id" desc) where ${condition}`.execute(
    database,
  );
};
