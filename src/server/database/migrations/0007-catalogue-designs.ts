import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** How catalogues were made from products, and what their pages show. */
export const up = async (database: Kysely<Tables>): Promise<void> => {
  await sql`create table if not exists "catalogueDesign" (
    "catalogueId" text not null primary key, "design" text not null, "pages" text not null, "madeAt" text not null)`.execute(
    database,
  );
};
