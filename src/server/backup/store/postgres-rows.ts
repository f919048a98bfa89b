import { sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { transientTables } from '../../database/transient-tables.ts';
import type { TableDigests } from './manifest.ts';

/**
 * Tables whose rows a backup of PostgreSQL leaves out: those of running servers, and the change feed, whose order is
 * that of the transactions of one database cluster.
 */
export const excludedTables: readonly string[] = [...transientTables, 'change'];

/** Counts the rows of each table and adds up a hash of each, so that the order of the rows doesn't matter. */
export const digestTables = async (database: Database): Promise<TableDigests> => {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() order by 1`.execute(database);
  const digests: TableDigests = {};
  for (const { name } of tables) {
    if (excludedTables.includes(name)) continue;
    const { rows } = await sql<{ rows: string; digest: string }>`
      select count(*) as rows,
        coalesce(sum(('x' || encode(substring(sha256(convert_to(t::text, 'UTF8')) for 7), 'hex'))::bit(56)::bigint), 0) as digest
      from ${sql.table(name)} t`.execute(database);
    const [found] = rows;
    if (found) digests[name] = { rows: Number(found.rows), digest: String(found.digest) };
  }
  return digests;
};
