import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** Adds a column unless the table has it. SQLite has no `add column if not exists`. */
export const addColumn = async (
  database: Kysely<Tables>,
  { table, column, type }: { table: string; column: string; type: string },
): Promise<void> => {
  const tables = await database.introspection.getTables();
  const columns = tables.find(({ name }) => name === table)?.columns ?? [];
  if (columns.some(({ name }) => name === column)) return;
  await sql.raw(`alter table "${table}" add column "${column}" ${type}`).execute(database);
};
