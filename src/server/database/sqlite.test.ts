import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DatabaseHandle } from './database-handle.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { openTestDatabase } from './open-test-database.testing.ts';
import { openSqlite } from './sqlite.ts';

let dataDir: string;
let databaseHandle: DatabaseHandle;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'backoffice-sqlite-'));
  databaseHandle = await openTestDatabase(dataDir);
});
afterEach(async () => {
  await databaseHandle.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const pragma = async (name: string) => {
  const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(databaseHandle.database);
  return Object.values(rows[0] ?? {})[0];
};

it('is durable after its first write', async () => {
  await databaseHandle.database.insertInto('setting').values({ _id: 'x', value: 'y' }).execute();
  expect(await pragma('synchronous')).toBe(2);
  expect(await pragma('journal_mode')).toBe('wal');
  expect(await pragma('foreign_keys')).toBe(1);
  expect(await pragma('busy_timeout')).toBe(5000);
  expect(await pragma('integrity_check')).toBe('ok');
});

it('rejects a row with a missing reference', async () => {
  const write = databaseHandle.database
    .insertInto('session')
    .values({ _id: 's', userId: 'nobody', createdAt: '', expiresAt: '', revokedAt: null })
    .execute();
  const error = await write.catch((caught: unknown) => caught);
  expect(databaseHandle.isForeignKeyViolation(error)).toBe(true);
});

it('returns committed data during a transaction', async () => {
  const read = () => databaseHandle.database.selectFrom('setting').select('value').where('_id', '=', 'x').execute();
  await databaseHandle.database.insertInto('setting').values({ _id: 'x', value: 'before' }).execute();
  await databaseHandle.transaction(async (transaction) => {
    await transaction.updateTable('setting').set({ value: 'after' }).where('_id', '=', 'x').execute();
    expect(await read()).toEqual([{ value: 'before' }]);
    expect(await transaction.selectFrom('setting').select('value').where('_id', '=', 'x').execute()).toEqual([
      { value: 'after' },
    ]);
  });
  expect(await read()).toEqual([{ value: 'after' }]);
});

it('releases the folder when it is closed', async () => {
  await databaseHandle.close();
  const again = openSqlite({ dataDir });
  await again.close();
  await again.close();
});

it('rolls back all migrations if one fails', async () => {
  const { database } = databaseHandle;
  const failing = {
    ...migrations,
    '9998-first': {
      up: async (changed: Kysely<unknown>) => {
        await sql`create table half (done text)`.execute(changed);
      },
    },
    '9999-second': { up: () => Promise.reject(new Error('no')) },
  };
  await expect(migrate({ database, migrations: failing })).rejects.toThrow('no');
  const tables = await database.introspection.getTables();
  expect(tables.map(({ name }) => name)).not.toContain('half');
});
