import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { otherTables } from './baseline/other-tables.ts';
import { resourceTables } from './baseline/resource-tables.ts';
import { postgresOnly, sqliteOnly } from './baseline/triggers.ts';

/** Creates the tables of the first version, which the declarations described at the time. */
export const up = async (database: Kysely<unknown>): Promise<void> => {
  const isPostgres = database.getExecutor().adapter instanceof PostgresAdapter;
  const own = isPostgres ? postgresOnly : sqliteOnly;
  for (const statement of [...resourceTables, ...otherTables, ...own]) await sql.raw(statement).execute(database);
};
