import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import { storedFiles } from './files.ts';

/** Detects writes: `take` returns a different text after every commit and every stored file. */
export type Snapshots = { take: () => Promise<string>; close: () => Promise<void> };

type Place = { dataDir: string; databaseUrl: string | undefined };

/** `data_version` changes when another connection commits. */
const watchSqlite = (dataDir: string): Snapshots => {
  const connection = new BetterSqlite(join(dataDir, 'backoffice.db'), { readonly: true });
  const statement = connection.prepare('pragma data_version');
  return {
    take: async () => JSON.stringify(statement.get()),
    close: async () => void connection.close(),
  };
};

/** `xmin` is the transaction that last wrote a row. */
const watchPostgres = async (databaseUrl: string): Promise<Snapshots> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const tables = await client.query("select tablename from pg_tables where schemaname = 'public'");
  const counts = tables.rows.map(
    ({ tablename }) => `select '${tablename}', count(*), sum(xmin::text::bigint) from "${tablename}"`,
  );
  // A named statement is planned only once.
  const query = { name: 'snapshot', text: counts.join(' union all ') };
  return {
    take: async () => JSON.stringify((await client.query(query)).rows),
    close: () => client.end(),
  };
};

export const watchStorage = async ({ dataDir, databaseUrl }: Place): Promise<Snapshots> => {
  const database = databaseUrl ? await watchPostgres(databaseUrl) : watchSqlite(dataDir);
  return {
    take: async () => `${await database.take()} ${storedFiles(dataDir).sort().join()}`,
    close: database.close,
  };
};
