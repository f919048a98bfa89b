import { sql } from 'kysely';
import { withDatabase } from './databases.ts';
import type { TestServer } from './test-server.ts';

/** Not compared: sign-ins and import requests, for example, write to them. */
const volatileTables = [
  ...['session', 'audit', 'loginCount', 'knownAddress', 'setting', 'job', 'change', 'migration', 'migrationLock'],
];

/** Every row of every table, for asserting that nothing has changed. */
export const dumpDatabase = (server: Pick<TestServer, 'dataDir' | 'databaseUrl'>): Promise<Record<string, unknown[]>> =>
  withDatabase(server, async (database) => {
    const tables = await database.introspection.getTables({ withInternalKyselyTables: true });
    const all: Record<string, unknown[]> = {};
    for (const { name } of tables) {
      if (volatileTables.includes(name)) continue;
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(database);
      all[name] = rows.map((row) => JSON.stringify(row)).sort();
    }
    return all;
  });
