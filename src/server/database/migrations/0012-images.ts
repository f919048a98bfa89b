import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { addColumn } from './add-column.ts';

const columns = {
  alt: `text not null default ''`,
  focalPoint: `text not null default ''`,
  width: 'integer',
};

const statements = [
  `create index if not exists "asset_with_focal_point" on "asset" ("_id" desc) where "focalPoint" <> ''`,
  `create index if not exists "asset_without_alt" on "asset" ("_id" desc) where ("type" = 'image' and "alt" = '')`,
  'create index if not exists "asset_by_width" on "asset" ("type", "width", "_id" desc)',
];

/** Widths of images, and the few with a focal point or without a text among all files of the library. */
export const up = async (database: Kysely<Tables>): Promise<void> => {
  for (const [column, type] of Object.entries(columns)) await addColumn(database, { table: 'asset', column, type });
  for (const statement of statements) await sql.raw(statement).execute(database);
};
