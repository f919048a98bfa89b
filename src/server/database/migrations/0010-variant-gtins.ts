import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { addColumn } from './add-column.ts';

/** The GTINs of variants. */
export const up = async (database: Kysely<Tables>): Promise<void> => {
  await addColumn(database, { table: 'productVariant', column: 'gtin', type: `text not null default ''` });
  await sql`create index if not exists "productVariant_with_gtin" on "productVariant" ("gtin")
    where "gtin" <> ''`.execute(database);
};
