import { copyFileSync, createWriteStream, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { decodeJwt, SignJWT } from 'jose';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { hashFile } from '../../src/server/backup/manifest.ts';
import { archiveDataFolder } from '../../src/server/backup/pack.ts';
import { restoreDataFolder } from '../../src/server/backup/restore.ts';
import { restoreToPostgres } from '../../src/server/backup/restore-to-postgres.ts';
import { unpackBackup } from '../../src/server/backup/unpack.ts';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { category } from '../../src/shared/resources/category.ts';
import { subCategory } from '../../src/shared/resources/sub-category.ts';
import { admin } from '../support/database-templates.ts';
import { createDatabase, type FreshDatabase, withDatabase } from '../support/databases.ts';
import { dumpDatabase } from '../support/dump-database.ts';
import { storedFiles } from '../support/files.ts';
import { buildVariant, createProduct, createValues } from '../support/product-factory.ts';
import { collections, createRecord } from '../support/record-factory.ts';
import { makeDataDir, signIn, startTestServer, type TestServer } from '../support/test-server.ts';

let office: FreshDatabase & { databaseUrl: string };
let dataDir: string;
let backup: string;
let embedded: TestServer;

const fill = async ({ send }: TestServer): Promise<AnyRecord> => {
  await send('PATCH', '/v1/user/two-factor/policy', { body: { roles: ['SUBADMIN'] } });
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
    '/v1/user/two-factor/policy',
  ];
  // Images are compared in the background.
  const withoutCounts = (body: unknown): unknown =>
    JSON.parse(JSON.stringify(body), (key, value) => (key === 'similarCount' ? undefined : value));
  return Promise.all(paths.map(async (path) => [path, withoutCounts((await send('GET', path)).body)]));
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

/** State that no client sees: the id, by which the server finds its files, and integers beyond JavaScript's range. */
const innerOf = (source: { dataDir: string; databaseUrl: string | undefined }) =>
  withDatabase(source, async (database) => {
    const id = database.selectFrom('setting').select('value').where('_id', '=', 'databaseId');
    const keys = await sql`select cast("searchKey" as text) as key from product`.execute(database);
    return { databaseId: (await id.executeTakeFirstOrThrow()).value, keys: keys.rows };
  });
const inOffice = () => dumpDatabase({ dataDir, databaseUrl: office.databaseUrl });
const ignore = () => {};
const restore = (from = backup) =>
  restoreToPostgres({
    dataDir,
    databaseUrl: office.databaseUrl,
    from,
    onConnectionError: ignore,
    onWarning: ignore,
  });

it('restores a backup of one computer on a PostgreSQL server', async () => {
  const { _id } = await fill(embedded);
  const before = await readAll(embedded, _id);
  await archiveDataFolder({ dataDir: embedded.dataDir, to: backup, tempDir: `${backup}.part` });
  expect(await restore()).toBeGreaterThan(20);

  const server = await startTestServer('postgres', { dataDir, databaseUrl: office.databaseUrl });
  expect(await readAll(server, _id)).toEqual(before);
  expect(storedFiles(dataDir).sort()).toEqual(storedFiles(embedded.dataDir).sort());
  const [original, copy] = [await innerOf(embedded), await innerOf({ dataDir, databaseUrl: office.databaseUrl })];
  expect(copy.keys).toEqual(original.keys);
  expect(copy.databaseId).not.toBe(original.databaseId);
  expect(readFileSync(join(dataDir, 'uploads', '.database'), 'utf8')).toBe(copy.databaseId);
  const [deleted] = (await server.send('GET', '/v1/trash')).body.data as { _id: string }[];
  const { status } = await server.send('POST', `/v1/trash/${deleted?._id}/restore`);
  const { body } = await server.send('GET', '/v1/subCategory/?query=ruled');
  expect([status, body.total]).toEqual([200, 1]);

  const filled = await inOffice();
  await server.stop();
  await expect(restore()).rejects.toThrow('already contains data');
  expect(await inOffice()).toEqual(filled);
});

/** A backup as earlier versions made it, with the database as it is and the key that signs tokens. */
const packWithSecrets = async (folder: string) => {
  const zip = new ZipFile();
  const files: Record<string, string> = {};
  for (const name of ['backoffice.db', 'session.key']) {
    zip.addFile(join(folder, name), name);
    files[name] = await hashFile(join(folder, name));
  }
  const head = { format: 'catalogue-back-office-backup', formatVersion: 1, appVersion: '0.0.1' };
  const manifest = { ...head, createdAt: new Date().toISOString(), files };
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), 'manifest.json');
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(backup));
};

const readSessionKey = async (server: TestServer): Promise<Buffer> => {
  if (server.databaseUrl === undefined) return readFileSync(join(server.dataDir, 'session.key'));
  const { value } = await withDatabase(server, (database) =>
    database.selectFrom('serverKey').select('value').where('_id', '=', 'session.key').executeTakeFirstOrThrow(),
  );
  return Buffer.from(value, 'base64');
};

const forge = (token: string, key: Uint8Array) =>
  new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(key);

it.each(['sqlite', 'postgres'] as const)(
  'ends every session and makes a new key when a backup with both is restored on %s',
  async (kind) => {
    const signedOut = await signIn(embedded.send, admin);
    const open = await signIn(embedded.send, admin);
    await embedded.send('POST', '/v1/user/logout', { token: signedOut });
    await expect.poll(async () => (await embedded.send('GET', '/v1/audit?event=signOut')).body.total).toBe(1);
    // Later, so that a restored session would still be open.
    await withDatabase(embedded, (database) => database.updateTable('session').set({ revokedAt: null }).execute());
    await embedded.restart();
    await withDatabase(embedded, (database) => sql`pragma wal_checkpoint(truncate)`.execute(database));
    const key = readFileSync(join(embedded.dataDir, 'session.key'));
    await packWithSecrets(embedded.dataDir);

    const { databaseUrl } = kind === 'postgres' ? office : { databaseUrl: undefined };
    await (kind === 'postgres' ? restore() : restoreDataFolder({ dataDir, from: backup }));
    const server = await startTestServer(kind, { dataDir, ...(databaseUrl && { databaseUrl }) });
    const newKey = await readSessionKey(server);
    expect(newKey).not.toEqual(key);
    for (const token of [signedOut, open, await forge(open, key)])
      expect((await server.send('GET', '/v1/user/authorization', { token })).status).toBe(401);
    // Not even a token with the new key has a session.
    const forged = await forge(open, newKey);
    expect((await server.send('POST', '/v1/user/', { token: forged, body: {} })).status).toBe(401);
    const { body } = await server.send('GET', '/v1/audit?event=backupRestored');
    expect(body.data).toMatchObject([{ outcome: 'success', userId: null }]);
    await server.stop();
  },
);

it('contains no key, session or stored response, and keeps the audit log of the replaced data', async () => {
  const token = await signIn(embedded.send, admin);
  const headers = { 'idempotency-key': 'backup' };
  await embedded.send('POST', '/v1/faq/', { body: { name: 'Q', description: 'A' }, headers });
  const [stored] = await withDatabase(embedded, (database) =>
    database.selectFrom('idempotencyKey').select('_id').execute(),
  );
  await archiveDataFolder({ dataDir: embedded.dataDir, to: backup, tempDir: `${backup}.part` });
  const unpacked = join(makeDataDir(), 'unpacked');
  await unpackBackup({ from: backup, staging: unpacked, freeBytes: Number.POSITIVE_INFINITY });
  for (const name of ['session.key', 'storage.key'])
    expect(readdirSync(unpacked, { recursive: true })).not.toContain(name);
  const bytes = readFileSync(join(unpacked, 'backoffice.db'));
  for (const secret of [decodeJwt(token).jti, stored?._id]) expect(bytes.includes(String(secret))).toBe(false);
  rmSync(join(unpacked, '..'), { recursive: true, force: true });

  await embedded.send('GET', '/v1/faq/export?format=csv');
  await expect.poll(async () => (await embedded.send('GET', '/v1/audit?event=export')).body.total).toBe(1);
  await embedded.restart({}, () => restoreDataFolder({ dataDir: embedded.dataDir, from: backup }));
  await embedded.signInAgain();
  expect((await embedded.send('GET', '/v1/audit?event=export')).body.total).toBe(1);
  rmSync(`${embedded.dataDir}.before-restore`, { recursive: true, force: true });
});

it('restores what a killed server left in the write-ahead log of its database', async () => {
  const { _id } = await fill(embedded);
  const before = await readAll(embedded, _id);
  // The files of a server that was killed at this moment.
  for (const name of ['backoffice.db', 'backoffice.db-wal'])
    copyFileSync(join(embedded.dataDir, name), join(backup, '..', name));
  await expect(restore(join(embedded.dataDir, 'backoffice.db'))).rejects.toThrow('Another server is already');
  await restore(join(backup, '..', 'backoffice.db'));
  const server = await startTestServer('postgres', { dataDir, databaseUrl: office.databaseUrl });
  expect(await readAll(server, _id)).toEqual(before);
  await server.stop();
});

it('restores neither files nor rows if PostgreSQL rejects the rows', async () => {
  await fill(embedded);
  // Creates the tables.
  await expect(restore(join(embedded.dataDir, 'no-backup'))).rejects.toThrow();
  await archiveDataFolder({ dataDir: embedded.dataDir, to: backup, tempDir: `${backup}.part` });
  writeFileSync(join(dataDir, 'server.id'), 'of this server');
  await withDatabase({ dataDir, databaseUrl: office.databaseUrl }, (database) =>
    sql`alter table history add constraint is_full check (false)`.execute(database),
  );
  await expect(restore()).rejects.toThrow('is_full');
  expect(readdirSync(dataDir).filter((name) => !name.startsWith('server.lock'))).toEqual(['server.id']);
  expect((await inOffice()).product).toEqual([]);
});

it('writes nothing of a damaged backup', async () => {
  writeFileSync(backup, 'This is a letter. '.repeat(100));
  await expect(restore()).rejects.toThrow("isn't a Catalogue Back Office backup");
  expect(Object.values(await inOffice()).flat()).toEqual([]);
});
