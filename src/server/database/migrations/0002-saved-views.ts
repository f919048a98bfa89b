import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** A new table for private and shared views, because servers of earlier versions show all rows of the old one to everyone. */
export const up = async (database: Kysely<Tables>): Promise<void> => {
  await sql`create table if not exists "savedView" (
    "_id" text primary key not null, "resource" text not null, "visibleTo" text not null default '', "name" text not null,
    "nameKey" text not null, "search" text not null, "columns" text, "ownerId" text not null,
    "version" integer not null, "createdAt" text not null, "updatedAt" text not null)`.execute(database);
  const columns = sql.raw(
    '"_id", "resource", "name", "nameKey", "search", "columns", "ownerId", "version", "createdAt", "updatedAt"',
  );
  const tables = await database.introspection.getTables();
  if (tables.some(({ name }) => name === 'sharedView')) {
    await sql`insert into "savedView" (${columns}) select ${columns} from "sharedView"`.execute(database);
  }
  await sql`create unique index if not exists "savedView_by_name" on "savedView" ("resource", "visibleTo", "nameKey")`.execute(
    database,
  );
};
