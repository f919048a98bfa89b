import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { openTestDatabase } from '../database/open-test-database.testing.ts';
import type { FileStorage } from './file-storage.ts';
import { type FileStore, openFileStore } from './file-store.ts';
import { openFolderStorage } from './folder-storage.ts';
import { smallestImage } from './images/smallest.testing.ts';

const gif = (text: string) => `a.gif@@data:;base64,${smallestImage('gif', text).toString('base64')}`;

let dataDir: string;
let databaseHandle: DatabaseHandle;
let store: FileStore;
const openStore = async (handle = databaseHandle, serverId = 'one', changes: Partial<FileStorage> = {}) => {
  const storage = { ...(await openFolderStorage({ dataDir, serverId })), ...changes };
  return openFileStore({ storage, databaseHandle: handle });
};
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'backoffice-files-'));
  databaseHandle = await openTestDatabase(join(dataDir, 'database'));
  store = await openStore();
});
afterEach(async () => {
  await store.close();
  await databaseHandle.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const add = (text: string, to = store): Promise<string> =>
  to.transaction(async (files) => {
    const added = await files.add({ value: gif(text), kind: 'image' });
    await files.commit(databaseHandle.database);
    return 'filename' in added ? added.filename : '';
  });
const retain = (filename: string, meanwhile: () => Promise<unknown>, by = store) =>
  by.transaction(async (files) => {
    expect(await files.retain({ filename, kind: 'image' })).toMatchObject({ size: expect.any(Number) });
    await meanwhile();
    await files.commit(databaseHandle.database);
  });
const stored = () => readdirSync(store.storage.location).filter((name) => !name.startsWith('.'));
const hours = 60 * 60 * 1000;
const setAge = (filename: string, age: number) => {
  const time = new Date(Date.now() - age);
  utimesSync(join(store.storage.location, filename), time, time);
};
const sweep = (from = store) => from.sweep(new AbortController().signal);
const use = (file: string) =>
  databaseHandle.database
    .insertInto('fileUse')
    .values({ file, resource: 'category', recordId: 'x', field: 'image' })
    .execute();

it('sweeps only files that have been unused for a day', async () => {
  const [old, used, recent] = [await add('old'), await add('used'), await add('recent')];
  await use(used);
  for (const name of [old, used]) setAge(name, 25 * hours);
  setAge(recent, 23 * hours);
  expect(await sweep()).toBe(1);
  expect(stored().sort()).toEqual([used, recent].sort());
});

it('sweeps no file that a save stores again', async () => {
  const again = await add('again');
  setAge(again, 25 * hours);
  expect(await add('again')).toBe(again);
  expect(await sweep()).toBe(0);
});

it('lets saves pass while it looks for old files', async () => {
  setAge(await add('old'), 25 * hours);
  const stat = async (name: string) => {
    await use('another');
    return store.storage.stat(name);
  };
  expect(await sweep(await openStore(databaseHandle, 'one', { stat }))).toBe(1);
});

it('fails a save whose file another server has swept', async () => {
  const own = await openStore(databaseHandle, 'three', { isRemote: true });
  const file = await add('a', own);
  setAge(file, 25 * hours);
  const other = await openStore(databaseHandle, 'two', { isRemote: true });
  const saving = retain(file, async () => expect(await sweep(other)).toBe(1), own);
  await expect(saving).rejects.toThrow(/Upload it again/);
});

it('fails a save whose new file was swept by a server whose clock is a day ahead', async () => {
  const [own = store, other = store] = await Promise.all(
    ['three', 'two'].map((id) => openStore(databaseHandle, id, { isRemote: true })),
  );
  const sweepTomorrow = async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * hours });
    await sweep(other).finally(() => vi.useRealTimers());
  };
  const saving = own.transaction(async (files) => {
    await files.add({ value: gif('a'), kind: 'image' });
    await sweepTomorrow();
    await files.commit(databaseHandle.database);
  });
  await expect(saving).rejects.toThrow(/Upload it again/);
});

it('deletes the new file of a failed save, unless another save uses it', async () => {
  const fail = () =>
    store.transaction(async (files) => {
      await files.add({ value: gif('a'), kind: 'image' });
      throw new Error('failed');
    });
  await expect(fail()).rejects.toThrow('failed');
  expect(stored()).toEqual([]);
  await store.transaction(async (files) => {
    await files.add({ value: gif('a'), kind: 'image' });
    await expect(fail()).rejects.toThrow('failed');
    await files.commit(databaseHandle.database);
  });
  expect(stored()).toHaveLength(1);
});

it('leaves the temporary files of another server alone', async () => {
  const receiver = store.createReceiver();
  await receiver.start();
  await openStore(databaseHandle, 'two');
  expect(readdirSync(store.storage.staging)).toHaveLength(1);
  await receiver.discard();
});

it('belongs to the database that found it empty', async () => {
  await add('a');
  expect((await openStore()).belongsToDatabase).toBe(true);
  const other = await openTestDatabase(join(dataDir, 'other'));
  expect((await openStore(other)).belongsToDatabase).toBe(false);
  await other.close();
  rmSync(join(store.storage.location, '.database'));
  expect((await openStore()).belongsToDatabase).toBe(false);
});
