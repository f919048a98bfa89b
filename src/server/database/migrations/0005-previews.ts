import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** Whether a read token reads unpublished records, too. */
export const up = async (database: Kysely<Tables>): Promise<void> => {
  const tables = await database.introspection.getTables();
  const columns = tables.find(({ name }) => name === 'siteToken')?.columns ?? [];
  if (columns.some(({ name }) => name === 'canPreview')) return;
  await sql`alter table "siteToken" add column "canPreview" integer not null default 0`.execute(database);
};
