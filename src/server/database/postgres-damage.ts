import { sql } from 'kysely';
import type { Database } from './tables.ts';

/** Returns the pages whose checksum was wrong when PostgreSQL read them. It counts none without data checksums. */
export const findPostgresDamage = async (database: Database): Promise<string[]> => {
  const { rows } = await sql<{ failures: string | null }>`
    select checksum_failures as failures from pg_stat_database where datname = current_database()
  `.execute(database);
  const failures = Number(rows[0]?.failures ?? 0);
  return failures === 0 ? [] : [`${failures} pages with a wrong checksum`];
};
