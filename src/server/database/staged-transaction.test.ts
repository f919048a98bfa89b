import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DatabaseHandle } from './database-handle.ts';
import { withSavepoints } from './savepoints.ts';
import { openSqlite } from './sqlite.ts';
import { type Database, type DatabaseTransaction, resourceTables } from './tables.ts';

let dataDir: string;
let databaseHandle: DatabaseHandle;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'backoffice-staged-'));
  databaseHandle = openSqlite({ dataDir });
  await sql`create table history (resource text, recordId text)`.execute(databaseHandle.database);
});
afterEach(async () => {
  await databaseHandle.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const insert = (database: Database, _id: string) =>
  database.insertInto('setting').values({ _id, value: 'test' }).execute();

const insertMeanwhile = (_id: string) =>
  databaseHandle.transaction((transaction) => insert(transaction, _id));

const stored = async (database: Database = databaseHandle.database) => {
  const rows = await database
    .selectFrom('setting')
    .select('_id')
    .where('value', '=', 'test')
    .orderBy('_id')
    .execute();
  return rows.map(({ _id }) => _id);
};

const note = (database: Database, change: { resource: string; recordId: string }) =>
  resourceTables(database).insertInto('history').values(change).execute();

const runStaged = async (
  work: (transaction: DatabaseTransaction, run: number) => Promise<unknown>,
  signal = new AbortController().signal,
): Promise<number> => {
  let runs = 0;
  await databaseHandle.stagedTransaction(
    async (transaction) => {
      runs += 1;
      await work(transaction, runs);
    },
    { dependencies: ['category'], signal },
  );
  return runs;
};

const copies = () => readdirSync(dataDir).filter((name) => name.startsWith('staged-'));

it('writes everything at its end', async () => {
  const runs = await runStaged(async (transaction) => {
    await insert(transaction, 'staged');
    await insertMeanwhile('meanwhile');
    expect(await stored(transaction)).toEqual(['staged']);
    expect(await stored()).toEqual(['meanwhile']);
  });
  expect([runs, await stored(), copies()]).toEqual([1, ['meanwhile', 'staged'], []]);
});

it('changes what was there before, and keeps the history of it', async () => {
  await insertMeanwhile('before');
  await databaseHandle.transaction((other) => note(other, { resource: 'product', recordId: 'before' }));
  await runStaged(async (transaction) => {
    await insert(transaction, 'staged');
    expect(await stored(transaction)).toEqual(['before', 'staged']);
    await transaction.updateTable('setting').set({ _id: 'after' }).where('_id', '=', 'before').execute();
    await note(transaction, { resource: 'product', recordId: 'staged' });
  });
  const history = await resourceTables(databaseHandle.database)
    .selectFrom('history')
    .select('recordId')
    .execute();
  expect([await stored(), history]).toEqual([
    ['after', 'staged'],
    [{ recordId: 'before' }, { recordId: 'staged' }],
  ]);
});

it('reads the state of its begin until its first write', async () => {
  await runStaged(async (transaction) => {
    expect(await stored(transaction)).toEqual([]);
    await insertMeanwhile('meanwhile');
    expect(await stored(transaction)).toEqual([]);
  });
});

it('makes no copy if it only reads', async () => {
  await runStaged(async (transaction) => {
    await stored(transaction);
    expect(copies().flatMap((name) => readdirSync(join(dataDir, name)))).toEqual([]);
  });
});

it.each([
  ['has written', true],
  ['has only read', false],
])('finishes once after work that %s', async (_what, isWriting) => {
  await databaseHandle.stagedTransaction(
    async (transaction) => {
      if (isWriting) await insert(transaction, 'a work');
    },
    {
      dependencies: [],
      signal: new AbortController().signal,
      finish: (transaction) => insert(transaction, 'finish').then(() => {}),
    },
  );
  expect(await stored()).toEqual(isWriting ? ['a work', 'finish'] : ['finish']);
});

it('does not finish if it is cancelled after only reading', async () => {
  const controller = new AbortController();
  const cancelled = databaseHandle.stagedTransaction(async () => controller.abort('cancelled'), {
    dependencies: [],
    signal: controller.signal,
    finish: (transaction) => insert(transaction, 'finish').then(() => {}),
  });
  await expect(cancelled).rejects.toBe('cancelled');
  expect(await stored()).toEqual([]);
});

it('runs again when others changed the same record between its first read and its first write', async () => {
  const runs = await runStaged(async (transaction, run) => {
    await stored(transaction);
    if (run === 1) {
      await databaseHandle.transaction((other) => note(other, { resource: 'product', recordId: 'own' }));
    }
    await note(transaction, { resource: 'product', recordId: 'own' });
    await insert(transaction, `run ${run}`);
  });
  expect([runs, await stored()]).toEqual([2, ['run 2']]);
});

it('writes nothing if it fails', async () => {
  const failing = runStaged(async (transaction) => {
    await insert(transaction, 'staged');
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect([await stored(), copies()]).toEqual([[], []]);
});

it('writes nothing if it is cancelled after its work', async () => {
  const controller = new AbortController();
  const cancelled = runStaged(async (transaction) => {
    await insert(transaction, 'staged');
    controller.abort('cancelled');
  }, controller.signal);
  await expect(cancelled).rejects.toBe('cancelled');
  expect([await stored(), copies()]).toEqual([[], []]);
});

it('drops a part that was rolled back', async () => {
  await runStaged(async (transaction) => {
    await insert(transaction, 'kept');
    const part = withSavepoints(databaseHandle, transaction).transaction(async (savepoint) => {
      await insert(savepoint, 'rolled back');
      throw new Error('no');
    });
    await expect(part).rejects.toThrow('no');
  });
  expect(await stored()).toEqual(['kept']);
});

it('writes after a rolled back part into the same table', async () => {
  await runStaged(async (transaction) => {
    const part = withSavepoints(databaseHandle, transaction).transaction(async (savepoint) => {
      await insert(savepoint, 'rolled back');
      throw new Error('no');
    });
    await expect(part).rejects.toThrow('no');
    await insert(transaction, 'kept');
  });
  expect(await stored()).toEqual(['kept']);
});

it('repeats inserts and updates of the same row in their order', async () => {
  const append = (transaction: Database, text: string) =>
    sql`update setting set value = value || ${text}`.execute(transaction);
  await runStaged(async (transaction) => {
    await transaction.insertInto('setting').values({ _id: 'first', value: 'a' }).execute();
    await append(transaction, 'b');
    await transaction.insertInto('setting').values({ _id: 'second', value: 'c' }).execute();
    await append(transaction, 'd');
  });
  const rows = await databaseHandle.database
    .selectFrom('setting')
    .select('value')
    .where('_id', 'in', ['first', 'second'])
    .orderBy('_id')
    .execute();
  expect(rows).toEqual([{ value: 'abd' }, { value: 'cd' }]);
});

it('runs again when others wrote a unique value that it skips if it exists', async () => {
  const runs = await runStaged(async (transaction, run) => {
    await transaction
      .insertInto('setting')
      .values({ _id: 'same', value: 'test' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    if (run === 1) await insertMeanwhile('same');
  });
  expect([runs, await stored()]).toEqual([2, ['same']]);
});

it.each([
  ['the same record', { resource: 'product', recordId: 'own' }, 2],
  ['a record that it depends on', { resource: 'category', recordId: 'other' }, 2],
  ['another record', { resource: 'product', recordId: 'other' }, 1],
])('runs again when others change %s', async (_what, change, expected) => {
  const runs = await runStaged(async (transaction, run) => {
    await note(transaction, { resource: 'product', recordId: 'own' });
    await insert(transaction, `run ${run}`);
    if (run === 1) await databaseHandle.transaction((other) => note(other, change));
  });
  expect([runs, await stored()]).toEqual([expected, [`run ${expected}`]]);
});

it('runs again when others wrote the same unique value', async () => {
  const runs = await runStaged(async (transaction, run) => {
    await insert(transaction, 'before');
    await insert(transaction, run === 1 ? 'same' : 'different');
    if (run === 1) await insertMeanwhile('same');
  });
  expect([runs, await stored()]).toEqual([2, ['before', 'different', 'same']]);
});

it('removes the copies of a killed server', async () => {
  await databaseHandle.close();
  mkdirSync(join(dataDir, 'staged-left'));
  databaseHandle = openSqlite({ dataDir });
  expect(copies()).toEqual([]);
});
