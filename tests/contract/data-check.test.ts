import { once } from 'node:events';
import { closeSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import type { Home } from '../../src/shared/home.ts';
import { category } from '../../src/shared/resources/category.ts';
import { user } from '../../src/shared/resources/user.ts';
import { createDatabase, databaseKinds, withDatabase } from '../support/databases.ts';
import { asUpload, makeFile } from '../support/files.ts';
import { createRecord } from '../support/record-factory.ts';
import { spawnServer } from '../support/spawn-server.ts';
import { makeDataDir, setUpTestServer, signIn, startTestServer } from '../support/test-server.ts';

const runCheck = async ({ dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined }) => {
  const env = databaseUrl ? { BACKOFFICE_DATABASE_URL: databaseUrl } : {};
  const { child, output } = spawnServer(['--data', dataDir], env as Record<string, string>, 'commands/check-data');
  const [code] = await once(child, 'close');
  return { code, ...output };
};

describe.each(databaseKinds)('a check of the data on %s', (kind) => {
  const server = setUpTestServer(kind);

  const readHome = async (token?: string) =>
    ((await server.send('GET', '/v1/home', { token })).body.data as Home).dataCheck;

  it('finds nothing wrong with intact data', async () => {
    await createRecord(server.send, category, { image: asUpload('a.png', makeFile('png')) });
    expect(await readHome()).toBeUndefined();
    expect(await runCheck(server)).toEqual({
      code: 0,
      stdout: 'Damage of the database: none\nMissing files: none\nRows that refer to missing rows: none\n',
      stderr: '',
    });
    expect(await readHome()).toMatchObject({ isDamaged: false, missingFiles: { total: 0 }, orphanRows: 0 });
    expect((await server.send('GET', '/health/ready', { token: null })).body).not.toHaveProperty('warnings');
  });

  it('lists missing files and orphan rows, also on Home and in the health check', async () => {
    const values = { name: 'Pens', image: asUpload('pens.png', makeFile('png')) };
    const { _id, image } = await createRecord(server.send, category, values);
    const path = join(server.dataDir, 'uploads', String(image));
    const content = readFileSync(path);
    rmSync(path);
    await withDatabase(server, async (database) => {
      const use = { file: String(image), resource: 'gift', recordId: 'gone', field: 'image' };
      await database.insertInto('fileUse').values(use).execute();
      const unchecked = {
        sqlite: 'pragma foreign_keys = off',
        postgres: 'set session_replication_role = replica',
      };
      await sql.raw(unchecked[kind]).execute(database);
      await database.insertInto('productSku').values({ sku: 'X', productId: 'gone' }).execute();
    });
    const { code, stdout } = await runCheck(server);
    expect(code).toBe(1);
    expect(stdout).toContain(`category ${_id} “Pens”, image: ${image}\n`);
    expect(stdout).toContain(
      'Rows that refer to missing rows:\n  1 row of productSku, to product\n  1 row of fileUse, to gift\n',
    );
    const missing = { file: image, resource: 'category', recordId: _id, field: 'image', title: 'Pens' };
    expect(await readHome()).toMatchObject({
      isDamaged: false,
      missingFiles: { total: 2, listed: expect.arrayContaining([missing]) },
      orphanRows: 2,
    });
    const { body } = await server.send('GET', '/health/ready', { token: null });
    expect(body.warnings).toEqual(['missingFiles', 'orphanRows']);
    writeFileSync(path, content);
    expect((await readHome())?.missingFiles).toEqual({ total: 0, listed: [] });
  });

  it('is for admins only', async () => {
    const credentials = { email: `sub.${kind}@example.com`, password: 'a long enough password' };
    await createRecord(server.send, user, { ...credentials, role: 'SUBADMIN' });
    expect(await readHome(await signIn(server.send, credentials))).toBeUndefined();
  });
});

describe('damaged pages of a database', () => {
  /** Overwrites the pages of a table's index. */
  const damage = (path: string) => {
    const connection = new BetterSqlite(path, { readonly: true });
    const find = "SELECT rootpage FROM sqlite_master WHERE name = 'faq_by_name'";
    const page = connection.prepare(find).pluck().get() as number;
    const size = connection.pragma('page_size', { simple: true }) as number;
    connection.close();
    const handle = openSync(path, 'r+');
    writeSync(handle, Buffer.alloc(size, 0x5a), 0, size, (page - 1) * size);
    closeSync(handle);
  };

  it('are found by the command', async () => {
    const dataDir = makeDataDir();
    await createDatabase('sqlite', { preparedFor: dataDir });
    damage(join(dataDir, 'backoffice.db'));
    const { code, stdout } = await runCheck({ dataDir, databaseUrl: undefined });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^Damage of the database:\n {2}\S/);
    rmSync(dataDir, { recursive: true });
  });

  it('are found by the weekly check of a running server', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const server = await startTestServer('sqlite');
    const readWarnings = async () => (await server.send('GET', '/health/ready', { token: null })).body.warnings;
    expect(await readWarnings()).toBeUndefined();
    damage(join(server.dataDir, 'backoffice.db'));
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    await expect.poll(readWarnings).toEqual(['damagedDatabase']);
    expect(((await server.send('GET', '/v1/home')).body.data as Home).dataCheck).toMatchObject({
      isDamaged: true,
    });
    await server.stop();
  });
});
