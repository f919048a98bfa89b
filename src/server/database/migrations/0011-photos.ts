import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** The expression of `skuKey`, which the index needs to the letter. */
const skuKey =
  "replace(replace(replace(replace(replace(replace(lower(\"sku\"), '-', ''), '_', ''), ' ', ''), '.', ''), '/', ''), '+', '')";

/** The hash by which similar images are found, with the barcodes in it; and SKUs without their separators. */
export const up = async (database: Kysely<Tables>): Promise<void> => {
  await sql`create table if not exists "imageScan" (
    "file" text primary key not null, "hash" text not null, "codes" text)`.execute(database);
  await sql`create index if not exists "productSku_key" on "productSku" ((${sql.raw(skuKey)}))`.execute(database);
};
