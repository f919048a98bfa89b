import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DatabaseHandle } from './database-handle.ts';
import { openSqlite } from './sqlite.ts';
import type { DatabaseTransaction } from './tables.ts';

let dataDir: string;
let databaseHandle: DatabaseHandle;
beforeEach(async () => {
  // On a slow machine a group could otherwise be too old to join.
  vi.useFakeTimers({ toFake: ['performance'] });
  dataDir = mkdtempSync(join(tmpdir(), 'backoffice-groups-'));
  databaseHandle = openSqlite({ dataDir });
  // Warm up, because concurrent transactions would not join one group while the first use is slow.
  await Promise.all([
    databaseHandle.transaction(async () => {}),
    databaseHandle.longTransaction(async () => {}),
  ]);
});
afterEach(async () => {
  vi.useRealTimers();
  await databaseHandle.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const insert = (database: DatabaseTransaction, _id: string) =>
  database.insertInto('setting').values({ _id, value: '' }).execute();

const add = (_id: string) => databaseHandle.transaction((transaction) => insert(transaction, _id));

const stored = async () => {
  const rows = await databaseHandle.database.selectFrom('setting').select('_id').orderBy('_id').execute();
  return rows.map((row) => row._id).filter((id) => id !== 'openedAt');
};

const holdOpen = (_id: string, run: DatabaseHandle['transaction'] = databaseHandle.transaction) => {
  let end = () => {};
  const isToldToEnd = new Promise<void>((resolve) => {
    end = resolve;
  });
  let markBegun = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    markBegun = resolve;
  });
  const done = run(async (transaction) => {
    await insert(transaction, _id);
    markBegun();
    await isToldToEnd;
  });
  return { done, hasBegun, end };
};

const statuses = async (work: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(work)).map(({ status }) => status);

it('confirms a write only after its group is committed', async () => {
  const answered: string[] = [];
  const first = add('first').then(() => answered.push('first'));
  const refused = databaseHandle
    .transaction(async (transaction) => {
      await insert(transaction, 'first');
    })
    .catch(() => answered.push('refused'));
  const last = holdOpen('last');
  await last.hasBegun;
  expect([answered, await stored()]).toEqual([[], []]);
  last.end();
  await Promise.all([first, refused, last.done]);
  expect(answered).toEqual(['first', 'refused']);
  expect(await stored()).toEqual(['first', 'last']);
});

it('rolls back only the failed write of a group', async () => {
  const fails = databaseHandle.transaction(async (transaction) => {
    await insert(transaction, 'failed');
    throw new Error('no');
  });
  const byItself = databaseHandle.database
    .insertInto('setting')
    .values({ _id: 'by itself', value: '' })
    .execute();
  const twice = [add('twice'), add('twice')];
  expect(await statuses([add('before'), fails, byItself, ...twice, add('after')])).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(await stored()).toEqual(['after', 'before', 'by itself', 'twice']);
});

it('rolls back only the first write of a group if it fails', async () => {
  const fails = databaseHandle.transaction(async (transaction) => {
    await insert(transaction, 'failed');
    throw new Error('no');
  });
  expect(await statuses([fails, add('after')])).toEqual(['rejected', 'fulfilled']);
  expect(await stored()).toEqual(['after']);
});

it('fails all writes of a group whose commit fails', async () => {
  await sql`create table child (parent text references setting (_id))`.execute(databaseHandle.database);
  const uncommittable = databaseHandle.transaction(async (transaction) => {
    await sql`pragma defer_foreign_keys = on`.execute(transaction);
    await sql`insert into child (parent) values ('nobody')`.execute(transaction);
  });
  const group = [add('before'), uncommittable, add('after')];
  for (const member of group) await expect(member).rejects.toThrow('FOREIGN KEY constraint failed');
  expect(await stored()).toEqual([]);
  await add('next');
  expect(await stored()).toEqual(['next']);
});

it('fails all writes of a group that SQLite rolled back', async () => {
  await add('there');
  const before = add('before');
  const full = databaseHandle.transaction(async (transaction) => {
    await sql`insert or rollback into setting (_id, value) values ('there', '')`.execute(transaction);
  });
  for (const member of [before, full]) await expect(member).rejects.toThrow('UNIQUE constraint failed');
  await add('next');
  expect(await stored()).toEqual(['next', 'there']);
});

it('does not wait for a later long transaction', async () => {
  const before = add('before');
  const long = holdOpen('long', databaseHandle.longTransaction);
  await before;
  expect(await stored()).toEqual(['before']);
  await long.hasBegun;
  long.end();
  await long.done;
  expect(await stored()).toEqual(['before', 'long']);
});

it('finishes pending writes before it closes', async () => {
  const last = holdOpen('last');
  await last.hasBegun;
  const closed = databaseHandle.close();
  last.end();
  await Promise.all([last.done, closed]);
  databaseHandle = openSqlite({ dataDir });
  expect(await stored()).toEqual(['last']);
});
