import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** The current and former slugs of records. */
export const up = async (database: Kysely<Tables>): Promise<void> => {
  await sql`create table if not exists "slug" (
    "resource" text not null, "slug" text not null, "recordId" text not null, primary key ("resource", "slug"))`.execute(
    database,
  );
};
