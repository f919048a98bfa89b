import { rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { restoreDataFolder } from '../../src/server/backup/restore.ts';
import { restoreToPostgres } from '../../src/server/backup/restore-to-postgres.ts';
import { unpackBackup } from '../../src/server/backup/unpack.ts';
import { migrations } from '../../src/server/database/migrations/index.ts';
import { buildTableSchema } from '../../src/server/database/schema.ts';
import { resourceTables } from '../../src/server/database/tables.ts';
import { startServer } from '../../src/server/start.ts';
import { resources } from '../../src/shared/resources/index.ts';
import { createDatabase, databaseKinds, withDatabase } from '../support/databases.ts';
import { makeDataDir, startTestServer, testConfig } from '../support/test-server.ts';

const oldBackup = join(import.meta.dirname, 'files', 'backup-of-version-before.zip');
const added = '9999-added-by-this-test';
afterEach(() => {
  delete migrations[added];
});

it('backs up a database file before migrating it', async () => {
  const dataDir = makeDataDir();
  const copies = () => readdir(join(dataDir, 'backups')).catch(() => []);
  const start = async () => (await startServer(testConfig({ dataDir }))).stop();
  await start();
  const before = Object.keys(migrations);
  migrations[added] = { up: async (database) => database.schema.createTable('added').addColumn('a', 'text').execute() };
  await start();
  await start();
  const [name, ...others] = await copies();
  expect(others).toEqual([]);
  expect(name).toMatch(/^before-migration-.*\.db$/);
  const copy = new BetterSqlite(join(dataDir, 'backups', String(name)), { readonly: true });
  expect(copy.prepare('SELECT name FROM migration ORDER BY name').pluck().all()).toEqual(before);
  copy.close();
  rmSync(dataDir, { recursive: true, force: true });
});

it('declares no column with another type than databases have', async () => {
  const folder = makeDataDir();
  await unpackBackup({ from: oldBackup, staging: folder, freeBytes: Number.POSITIVE_INFINITY });
  const database = new BetterSqlite(join(folder, 'backoffice.db'), { readonly: true });
  const newerThanBackup = ['asset', 'catalogueTemplate', 'dealer'];
  const stored = resources.filter(({ name }) => !newerThanBackup.includes(name));
  const changed = stored.map(buildTableSchema).flatMap(({ name, columns }) => {
    const rows = database.pragma(`table_info("${name}")`) as { name: string; type: string }[];
    expect(rows).not.toEqual([]);
    const types = new Map(rows.map((column) => [column.name, column.type.toLowerCase()]));
    return columns.filter((column) => (types.get(column.name) ?? column.type) !== column.type);
  });
  // A server adds missing columns when it starts, but only a migration changes a type.
  expect(changed).toEqual([]);
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(databaseKinds)('on %s, a version before the first migration', (kind) => {
  it('has databases that are refused, and names the commands that move the data', async () => {
    const server = await startTestServer(kind);
    const failure = server.restart({}, () =>
      withDatabase(server, async (database) => {
        const table = resourceTables(database);
        await table.deleteFrom('migration').execute();
        const timestamp = new Date().toISOString();
        const names = ['0001-accounts', '0033-changed-blocks'];
        await table
          .insertInto('migration')
          .values(names.map((name) => ({ name, timestamp })))
          .execute();
      }),
    );
    await expect(failure).rejects.toThrow(
      'This data was saved by an earlier version of the app. Back it up with that version (npm run backup), then restore the backup with this one (npm run restore).',
    );
    await server.stop();
  });

  it('has backups that can be restored', async () => {
    const dataDir = makeDataDir();
    const { databaseUrl, drop } = await createDatabase(kind);
    const from = oldBackup;
    const ignore = () => {};
    if (databaseUrl === undefined) await restoreDataFolder({ dataDir, from });
    else await restoreToPostgres({ dataDir, databaseUrl, from, onConnectionError: ignore, onWarning: ignore });
    const server = await startTestServer(kind, { dataDir, databaseUrl });
    const { send } = server;
    const { data } = (await send('GET', '/v1/product/?query=007-r')).body;
    expect(data).toMatchObject([{ name: 'Pen', price: 1234567.89, categoryName: 'Fountain pens', variantCount: 2 }]);
    expect((await send('GET', '/v1/product/?missing=variantImage')).body.total).toBe(0);
    const [deleted] = (await send('GET', '/v1/trash')).body.data as { _id: string }[];
    expect((await send('POST', `/v1/trash/${deleted?._id}/restore`)).status).toBe(200);
    const categories = (await send('GET', '/v1/category/')).body.data as { name: string; image: string }[];
    expect(categories.map(({ name }) => name)).toEqual(['Paper', 'Fountain pens']);
    expect((await fetch(`${server.url}/uploads/${categories[0]?.image}`)).status).toBe(200);
    await server.stop();
    await drop();
    rmSync(`${dataDir}.before-restore`, { recursive: true, force: true });
  });
});
