import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** Numbers of a record's pictures without alternative text and of its texts to check, apart for its variants. */
export const up = async (database: Kysely<Tables>): Promise<void> => {
  await sql`create table if not exists "finding" (
    "resource" text not null, "recordId" text not null, "part" text not null, "pictures" integer not null,
    "texts" integer not null, primary key ("resource", "recordId", "part"))`.execute(database);
};
