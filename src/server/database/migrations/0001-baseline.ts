import { type Kysely, sql } from 'kysely';
import { missingTables } from '../declared-tables.ts';
import { isSqlite, type Tables } from '../tables.ts';
import { otherTables } from './baseline/other-tables.ts';
import { resourceTables } from './baseline/resource-tables.ts';
import { postgresOnly, sqliteOnly } from './baseline/triggers.ts';

/** Creates the declared tables, and all others, which refer to these. */
export const up = async (database: Kysely<Tables>): Promise<void> => {
  const own = isSqlite(database) ? sqliteOnly : postgresOnly;
  for (const statement of [...(await missingTables(database)), ...resourceTables, ...otherTables, ...own])
    await sql.raw(statement).execute(database);
};
