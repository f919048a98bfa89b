import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FileStore, openFileStore } from './file-store.ts';
import { smallestImage } from './images/smallest.testing.ts';

const hour = 60 * 60 * 1000;
const gif = (text: string) => `a.gif@@data:;base64,${smallestImage('gif', text).toString('base64')}`;

let dataDir: string;
let store: FileStore;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'backoffice-files-'));
  store = await openFileStore({ dataDir, databaseId: 'one' });
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const add = (text: string): Promise<string> =>
  store.transaction(async (files) => {
    const added = await files.add({ value: gif(text), kind: 'image' });
    files.commit();
    return 'filename' in added ? added.filename : '';
  });
const stored = () => readdirSync(store.folder).filter((name) => !name.startsWith('.'));
const makeOld = (filename: string) => utimesSync(join(store.folder, filename), new Date(0), new Date(0));
const sweep = (used: string[] = []) => store.sweep({ graceMs: hour, findUsed: async () => new Set(used) });

it('sweeps only old unused files', async () => {
  const [old, used, fresh] = [await add('old'), await add('used'), await add('fresh')];
  makeOld(old);
  makeOld(used);
  expect(await sweep([used])).toBe(1);
  expect(stored().sort()).toEqual([used, fresh].sort());
});

it('sweeps no file that a save uses', async () => {
  const [held, again] = [await add('held'), await add('again')];
  makeOld(held);
  makeOld(again);
  expect(await add('again')).toBe(again);
  await store.transaction(async (files) => {
    expect(await files.retain({ filename: held, kind: 'image' })).toMatchObject({ size: expect.any(Number) });
    makeOld(held);
    expect(await sweep()).toBe(0);
  });
  expect(stored().sort()).toEqual([held, again].sort());
});

it('belongs to the database that found it empty', async () => {
  await add('a');
  expect((await openFileStore({ dataDir, databaseId: 'one' })).belongsToDatabase).toBe(true);
  expect((await openFileStore({ dataDir, databaseId: 'two' })).belongsToDatabase).toBe(false);
  rmSync(join(store.folder, '.database'));
  expect((await openFileStore({ dataDir, databaseId: 'one' })).belongsToDatabase).toBe(false);
});
