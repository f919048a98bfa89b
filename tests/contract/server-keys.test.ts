import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StartupError } from '../../src/server/lib/app-error.ts';
import { createDatabase, type FreshDatabase, withDatabase } from '../support/databases.ts';
import { makeDataDir, startTestServer } from '../support/test-server.ts';

const encryptionSecret = 'a secret of at least 32 characters';
const fileKey = Buffer.alloc(32, 7);

let dataDir: string;
let fresh: FreshDatabase;
beforeEach(async () => {
  dataDir = makeDataDir();
  fresh = await createDatabase('postgres', { preparedFor: dataDir });
});
afterEach(async () => {
  rmSync(dataDir, { recursive: true, force: true });
  await fresh.drop();
});

const start = (changes: { encryptionSecret?: string } = {}) =>
  startTestServer('postgres', { dataDir, databaseUrl: fresh.databaseUrl, ...changes });

const readKeys = async (): Promise<Record<string, string>> => {
  const rows = await withDatabase({ dataDir, databaseUrl: fresh.databaseUrl }, (database) =>
    database.selectFrom('serverKey').selectAll().execute(),
  );
  return Object.fromEntries(rows.map(({ _id, value }) => [_id, value]));
};

const deleteKeys = () =>
  withDatabase({ dataDir, databaseUrl: fresh.databaseUrl }, (database) => database.deleteFrom('serverKey').execute());

it('moves the key of sessions from the data folder to PostgreSQL', async () => {
  await deleteKeys();
  for (const name of ['session.key', 'storage.key']) writeFileSync(join(dataDir, name), fileKey);
  const server = await start();
  const stored = fileKey.toString('base64');
  expect(await readKeys()).toEqual({ 'session.key': stored, 'storage.key': stored });
  expect(existsSync(join(dataDir, 'session.key'))).toBe(false);
  await server.stop();
});

it('encrypts existing keys as soon as there is a secret, and keeps sessions', async () => {
  const server = await start();
  const before = await readKeys();
  await server.restart({ encryptionSecret });
  const after = await readKeys();
  expect(Object.keys(after)).toEqual(['session.key', 'storage.key']);
  for (const [name, value] of Object.entries(after)) expect(value).not.toContain(before[name]);
  expect((await server.send('GET', '/v1/user/authorization')).status).toBe(200);
  await server.restart({ encryptionSecret });
  expect(await readKeys()).toEqual(after);
  await server.stop();
});

it.each([
  [undefined, 'are encrypted'],
  ['another secret of at least 32 chars', 'with another secret'],
  ['short', 'at least 32 characters'],
])('does not start with encrypted keys and the secret %j', async (wrong, message) => {
  const server = await start({ encryptionSecret });
  const failure = await server.restart({ encryptionSecret: wrong }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StartupError);
  expect(failure).toMatchObject({ message: expect.stringContaining(message), path: 'BACKOFFICE_SECRET' });
});
