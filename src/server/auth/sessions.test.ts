import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { openTestDatabase } from '../database/open-test-database.testing.ts';
import { resourceTables, type UserTable } from '../database/tables.ts';
import { beginSession, createTokens, defaultSessionLifetime, findSession } from './sessions.ts';

const tokens = createTokens(Buffer.alloc(32, 1));
const user: UserTable = {
  _id: 'ada',
  name: 'Ada',
  email: 'ada@example.com',
  phone: '',
  phoneKey: null,
  role: 'ADMIN',
  status: 'ACTIVE',
};

let dataDir: string;
let databaseHandle: DatabaseHandle;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'backoffice-sessions-'));
  databaseHandle = await openTestDatabase(dataDir);
  const row = { ...user, version: 1, createdAt: '', updatedAt: '' };
  await resourceTables(databaseHandle.database).insertInto('user').values(row).execute();
});
afterEach(async () => {
  await databaseHandle.close();
  rmSync(dataDir, { recursive: true, force: true });
});

it('needs a new confirmation after the clock was a day ahead', async () => {
  const context = { database: databaseHandle.database, tokens, lifetime: defaultSessionLifetime };
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 60 * 60 * 1000 });
  const token = await beginSession(context, { user, client: { device: null, address: '127.0.0.1' } });
  vi.useRealTimers();
  expect(await findSession(context, token)).toMatchObject({ isConfirmed: false });
});
