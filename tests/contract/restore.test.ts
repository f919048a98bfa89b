import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { archiveDataFolder } from '../../src/server/backup/pack.ts';
import { restoreToPostgres } from '../../src/server/backup/restore-to-postgres.ts';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { category } from '../../src/shared/resources/category.ts';
import { subCategory } from '../../src/shared/resources/sub-category.ts';
import { createDatabase, type FreshDatabase, withDatabase } from '../support/databases.ts';
import { dumpDatabase } from '../support/dump-database.ts';
import { storedFiles } from '../support/files.ts';
import { buildVariant, createProduct, createValues } from '../support/product-factory.ts';
import { collections, createRecord } from '../support/record-factory.ts';
import { makeDataDir, startTestServer, type TestServer } from '../support/test-server.ts';

let office: FreshDatabase & { databaseUrl: string };
let dataDir: string;
let backup: string;
let embedded: TestServer;

const fill = async ({ send }: TestServer): Promise<AnyRecord> => {
  const [red] = await createValues(send, 'Colour', ['Red', 'Green']);
  const pens = await createRecord(send, category, { name: 'Pens', description: '<p>Grün & blau</p>' });
  const gel = await createRecord(send, subCategory, { name: 'Gel', categoryId: pens._id });
  const made = await createProduct(send, {
    name: 'Pen',
    price: 1234567.89,
    sku: '007',
    categoryId: pens._id,
    subCategoryId: gel._id,
    attributeArr: [buildVariant({ attributeValueArr: [red] }), buildVariant({ price: 0 })],
  });
  await send('PATCH', `/v1/product/updateById/${made._id}`, { body: { name: 'Gel pen' } });
  const paper = await createRecord(send, category, { name: 'Paper' });
  await createRecord(send, subCategory, { name: 'Ruled', categoryId: paper._id });
  await send('DELETE', `/v1/category/deleteById/${paper._id}`);
  return made;
};

const readAll = async ({ send }: TestServer, productId: string) => {
  const paths = [
    ...collections.map(({ name }) => `/v1/${name}/?pageSize=500`),
    `/v1/product/getById/${productId}`,
    '/v1/product/?query=gel 007',
    '/v1/history?pageSize=500',
    '/v1/trash',
  ];
  return Promise.all(paths.map(async (path) => [path, (await send('GET', path)).body]));
};

beforeEach(async () => {
  const { databaseUrl, drop } = await createDatabase('postgres');
  office = { databaseUrl: String(databaseUrl), drop };
  dataDir = makeDataDir();
  backup = join(makeDataDir(), 'backup.zip');
  embedded = await startTestServer('sqlite');
});
afterEach(async () => {
  await embedded.stop();
  await office.drop();
  for (const folder of [dataDir, `${dataDir}.before-restore`, join(backup, '..')])
    rmSync(folder, { recursive: true, force: true });
});

/**
 * State that no client sees: the database id, by which the server finds its files, and integers beyond
 * JavaScript's range.
 */
const innerOf = (source: { dataDir: string; databaseUrl: string | undefined }) =>
  withDatabase(source, async (database) => {
    const name = database.selectFrom('setting').select('value').where('_id', '=', 'databaseId');
    const keys = await sql`select cast("searchKey" as text) as key from product`.execute(database);
    return [await name.execute(), keys.rows];
  });
const inOffice = () => dumpDatabase({ dataDir, databaseUrl: office.databaseUrl });
const ignore = () => {};
const restore = () =>
  restoreToPostgres({
    ...{ dataDir, databaseUrl: office.databaseUrl, from: backup },
    ...{ onConnectionError: ignore, onWarning: ignore },
  });

it('restores a backup of one computer on a PostgreSQL server', async () => {
  const { _id } = await fill(embedded);
  const before = await readAll(embedded, _id);
  await archiveDataFolder({ dataDir: embedded.dataDir, to: backup, tempDir: `${backup}.part` });
  expect(await restore()).toBeGreaterThan(20);

  const server = await startTestServer('postgres', { dataDir, databaseUrl: office.databaseUrl });
  expect(await readAll(server, _id)).toEqual(before);
  expect(storedFiles(dataDir).sort()).toEqual(storedFiles(embedded.dataDir).sort());
  expect(await innerOf({ dataDir, databaseUrl: office.databaseUrl })).toEqual(await innerOf(embedded));
  const [deleted] = (await server.send('GET', '/v1/trash')).body.data as { _id: string }[];
  const { status } = await server.send('POST', `/v1/trash/${deleted?._id}/restore`);
  const { body } = await server.send('GET', '/v1/subCategory/?query=ruled');
  expect([status, body.total]).toEqual([200, 1]);

  const filled = await inOffice();
  await server.stop();
  await expect(restore()).rejects.toThrow('already contains data');
  expect(await inOffice()).toEqual(filled);
});

it('writes nothing of a damaged backup', async () => {
  writeFileSync(backup, 'This is a letter. '.repeat(100));
  await expect(restore()).rejects.toThrow("isn't a Catalogue Back Office backup");
  expect(Object.values(await inOffice()).flat()).toEqual([]);
});
