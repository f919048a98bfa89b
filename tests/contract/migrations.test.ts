import { rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { hashPassword } from '../../src/server/auth/passwords.ts';
import { migrate } from '../../src/server/database/migrate.ts';
import { migrations } from '../../src/server/database/migrations/index.ts';
import { resourceTables } from '../../src/server/database/tables.ts';
import { startServer } from '../../src/server/start.ts';
import type { HistoryEntry } from '../../src/shared/history.ts';
import { createDatabase, databaseKinds, withDatabase } from '../support/databases.ts';
import { makeDataDir, signIn, startTestServer, testConfig } from '../support/test-server.ts';

const upTo = (last: string) =>
  Object.fromEntries(Object.entries(migrations).filter(([name]) => name.slice(0, 4) <= last));

describe.each(databaseKinds)('on %s', (kind) => {
  it('turns accounts of an older version into users', async () => {
    const dataDir = makeDataDir();
    const { databaseUrl, drop } = await createDatabase(kind);
    const password = 'an old password';
    const passwordHash = await hashPassword(password);
    const account = { role: 'ADMIN', status: 'ACTIVE', version: 1, createdAt: 'then', updatedAt: 'then' };
    await withDatabase({ dataDir, databaseUrl }, async (database) => {
      await migrate({ database, migrations: upTo('0002') });
      await resourceTables(database)
        .insertInto('user')
        .values([
          { _id: 'a', name: 'Änne', email: 'anne@example.com', phone: '+491234', passwordHash, ...account },
          { _id: 'b', name: 'Bo', email: 'bo@example.com', phone: '', passwordHash, ...account },
        ])
        .execute();
    });
    const server = await startTestServer(kind, { dataDir, databaseUrl, firstAdmin: undefined });
    const { send } = server;
    const token = await signIn(send, { email: 'anne@example.com', password });
    await signIn(send, { email: '+49 12-34', password });
    await signIn(send, { email: 'bo@example.com', password });
    const found = await send('GET', '/v1/user/?query=anne', { token });
    expect(found.body.data).toMatchObject([{ _id: 'a', name: 'Änne', createdAt: 'then', countryId: null }]);
    expect((await send('GET', '/v1/user/', { token })).body.total).toBe(2);
    await server.stop();
    await drop();
  });

  it('indexes the variant SKUs of products of an older version', async () => {
    const dataDir = makeDataDir();
    const { databaseUrl, drop } = await createDatabase(kind);
    const variant = { productId: 'pen', name: 'V', productName: '', price: 0, images: '[]', features: '[]' };
    await withDatabase({ dataDir, databaseUrl }, async (database) => {
      await migrate({ database, migrations: upTo('0008') });
      const tables = resourceTables(database);
      const record = { version: 1, createdAt: 'then', updatedAt: 'then' };
      await tables
        .insertInto('product')
        .values([
          { _id: 'pen', name: 'Pen', search: '  pen', ...record },
          { _id: 'ink', name: 'Ink', search: '  ink', ...record },
        ])
        .execute();
      await tables
        .insertInto('productVariant')
        .values([
          { ...variant, _id: '1', position: 0, sku: 'GEL-Ä1', valueIds: '[]' },
          { ...variant, _id: '2', position: 1, sku: 'GEL-2', valueIds: '[]' },
        ])
        .execute();
    });
    const server = await startTestServer(kind, { dataDir, databaseUrl });
    for (const query of ['gel-a1', 'gel-2', 'GEL', 'pen gel-2']) {
      const { body } = await server.send('GET', `/v1/product/?query=${query}`);
      expect([query, body.data]).toEqual([query, [expect.objectContaining({ _id: 'pen' })]]);
    }
    await server.stop();
    await drop();
  });

  it('counts the images of products of an older version and names their last user', async () => {
    const dataDir = makeDataDir();
    const { databaseUrl, drop } = await createDatabase(kind);
    const entry = { changeId: 'a', resource: 'product', recordId: 'pen', title: 'Pen', action: 'update' };
    const variant = {
      productId: 'pen',
      name: 'V',
      productName: '',
      price: 0,
      features: '[]',
      valueIds: '[]',
    };
    await withDatabase({ dataDir, databaseUrl }, async (database) => {
      await migrate({ database, migrations: upTo('0018') });
      const tables = resourceTables(database);
      const record = { version: 1, createdAt: 'then', updatedAt: 'then', search: '' };
      await tables
        .insertInto('product')
        .values([
          { _id: 'pen', name: 'Pen', thumbnail: 'a.png', variantCount: 2, ...record },
          { _id: 'ink', name: 'Ink', thumbnail: null, variantCount: 0, ...record },
        ])
        .execute();
      await tables
        .insertInto('productVariant')
        .values([
          { ...variant, _id: '1', position: 0, sku: 'P1', images: '["a.png",{"file":"b.png"}]' },
          { ...variant, _id: '2', position: 1, sku: 'P2', images: '[]' },
        ])
        .execute();
      await tables
        .insertInto('history')
        .values([
          { ...entry, _id: v7(), userId: 'first', at: 'then' },
          { ...entry, _id: v7(), userId: 'last', at: 'then' },
        ])
        .execute();
    });
    const server = await startTestServer(kind, { dataDir, databaseUrl });
    const list = async (query: string) => (await server.send('GET', `/v1/product/?${query}`)).body.data;
    const pen = [expect.objectContaining({ _id: 'pen', imageCount: 2 })];
    expect(await list('updatedBy=last')).toEqual(pen);
    expect(await list('missing=variantImage')).toEqual(pen);
    expect(await list('missing=image')).toEqual([expect.objectContaining({ _id: 'ink', imageCount: 0 })]);
    await server.stop();
    await drop();
  });

  it('converts specifications to lines, also in the history', async () => {
    const dataDir = makeDataDir();
    const { databaseUrl, drop } = await createDatabase(kind);
    const html =
      '<h2>Ink &amp; tip</h2><p>Dries <b>fast</b>,<br>see <a href="https://example.com/a?b=1&amp;c">tests</a></p>' +
      '<ul><li>Tip &lt; 1&nbsp;mm<ul><li>Caf&eacute;</li></ul></li></ul><p><br></p>' +
      '<table><tr><td>Weight</td><td>12 g</td></tr></table><p><img src="data:image/png;base64,AA==" alt="A pen"></p>';
    const lines = [
      'Ink & tip',
      'Dries fast,',
      'see tests (https://example.com/a?b=1&c)',
      'Tip < 1 mm',
      'Café',
      'Weight\t12 g',
      'A pen',
    ].join('\n');
    const moment = { createdAt: 'then', updatedAt: 'then' };
    const pen = {
      _id: 'pen',
      name: 'Pen',
      specification: html,
      status: 'ACTIVE',
      attributeArr: [],
      version: 2,
      ...moment,
    };
    const old = { ...pen, name: 'Old pen', specification: '<p>One</p><p>Two</p>', version: 1 };
    const ink = { ...pen, _id: 'ink', name: 'Ink' };
    const [changeOfPen, deletionOfInk] = [v7(), v7()];
    const entry = { resource: 'product', title: '', at: 'then' };
    await withDatabase({ dataDir, databaseUrl }, async (database) => {
      await migrate({ database, migrations: upTo('0010') });
      const { attributeArr: _variants, ...row } = pen;
      await resourceTables(database)
        .insertInto('product')
        .values([
          { ...row, search: '  pen' },
          { ...row, _id: 'cap', name: 'Cap', specification: 'Blue, matt', search: '  cap' },
        ])
        .execute();
      await resourceTables(database)
        .insertInto('history')
        .values([
          {
            ...entry,
            _id: changeOfPen,
            changeId: 'a',
            recordId: 'pen',
            action: 'update',
            before: JSON.stringify(old),
            after: JSON.stringify(pen),
          },
          {
            ...entry,
            _id: deletionOfInk,
            changeId: 'b',
            recordId: 'ink',
            action: 'delete',
            before: JSON.stringify(ink),
            after: null,
          },
        ])
        .execute();
      await resourceTables(database)
        .insertInto('trash')
        .values({
          _id: deletionOfInk,
          resource: 'product',
          recordId: 'ink',
          title: 'Ink',
          search: 'ink',
          deletedAt: new Date().toISOString(),
        })
        .execute();
    });
    const server = await startTestServer(kind, { dataDir, databaseUrl });
    const { send } = server;
    const read = async (id: string) => (await send('GET', `/v1/product/getById/${id}`)).body.data;
    expect(await read('pen')).toMatchObject({ specification: lines, version: 3, updatedAt: 'then' });
    expect(await read('cap')).toMatchObject({ specification: 'Blue, matt', version: 2 });
    expect((await send('GET', '/v1/product/?query=pen')).body).toMatchObject({ total: 1 });

    const [change] = (await send('GET', '/v1/history?recordId=pen')).body.data as HistoryEntry[];
    expect(change).toMatchObject({ before: { specification: 'One\nTwo' }, after: { specification: lines } });
    const reverted = await send('POST', `/v1/history/${changeOfPen}/revert`);
    expect([reverted.status, reverted.body.data]).toMatchObject([200, { name: 'Old pen', specification: 'One\nTwo' }]);
    expect((await send('POST', `/v1/trash/${deletionOfInk}/restore`)).status).toBe(200);
    expect(await read('ink')).toMatchObject({ name: 'Ink', specification: lines });
    await withDatabase(server, async (database) => {
      await expect(database.deleteFrom('history').execute()).rejects.toThrow('append-only');
      const change = database.updateTable('history').set({ title: 'x' });
      await expect(change.execute()).rejects.toThrow('append-only');
    });
    await server.stop();
    await drop();
  });
});

it('backs up a database file before migrating it', async () => {
  const dataDir = makeDataDir();
  const copies = () => readdir(join(dataDir, 'backups')).catch(() => []);
  await withDatabase({ dataDir, databaseUrl: undefined }, (database) =>
    migrate({ database, migrations: upTo('0002') }),
  );
  await (await startServer(testConfig({ dataDir }))).stop();
  await (await startServer(testConfig({ dataDir }))).stop();
  const [name, ...others] = await copies();
  expect(others).toEqual([]);
  expect(name).toMatch(/^before-migration-.*\.db$/);
  const copy = new BetterSqlite(join(dataDir, 'backups', String(name)), { readonly: true });
  expect(copy.prepare('SELECT name FROM migration ORDER BY name').pluck().all()).toEqual(Object.keys(upTo('0002')));
  copy.close();
  rmSync(dataDir, { recursive: true, force: true });
});
