import { chownSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { inRoot } from '../../../scripts/lib/paths.ts';
import { makeWorkbook } from '../../../src/spreadsheet/test-files.ts';
import { asUpload, fileOf } from '../../support/server-files.ts';
import { packageForWindows, type WindowsApp } from './windows-app.ts';
import { reportOf, runBackup, startWindowsServer } from './windows-server.ts';
import { asWindowsPath, officeUser, prepareWine, removeShared, type Wine } from './wine.ts';

let wine: Wine;
let app: WindowsApp;

test.beforeAll(async () => {
  test.setTimeout(20 * 60_000);
  wine = await prepareWine();
  app = await packageForWindows(wine);
});

test.afterAll(() => removeShared(wine));

/** A folder that the person at Windows may write to. */
const makeFolder = (...parts: string[]): string => {
  let folder = wine.shared;
  for (const part of parts) {
    folder = join(folder, part);
    if (!existsSync(folder)) mkdirSync(folder);
    chownSync(folder, officeUser, officeUser);
  }
  return folder;
};

const importCountries = (names: readonly string[]): FormData => {
  const sheet = [['Name'], ...names.map((name) => [name])];
  const form = new FormData();
  form.set('resource', 'country');
  form.set('excel', new Blob([new Uint8Array(makeWorkbook({ sheets: { sheet }, type: 'xlsx' }))]), 'c.xlsx');
  return form;
};

test('the server keeps records, files and imports through a crash, a backup and a restore', async () => {
  const place = { wine, app };
  const dataDir = asWindowsPath(join(makeFolder('Büro & Daten'), 'server'));
  const picture = fileOf('png');

  const first = await startWindowsServer(place, dataDir);
  const ink = await first.api.create('category', {
    name: 'Ink',
    image: asUpload('CON.png', picture),
    banner: null,
  });
  const imported = await first.api.call(
    'POST',
    '/sportsCenter/excelImportForSportcenter',
    importCountries(['Peru', 'Chile']),
  );
  expect(imported).toMatchObject({ status: 200, body: { report: { create: 2 } } });
  await first.kill();

  const second = await startWindowsServer(place, dataDir);
  const { image } = await second.api.get('category', ink);
  expect(await second.api.download(String(image))).toEqual(picture);
  expect((await second.api.list('country')).map(({ name }) => name).sort()).toEqual(['Chile', 'Peru']);
  expect(await reportOf(place, dataDir)).toMatchObject({ type: 'held', held: { canRead: true } });

  const backup = asWindowsPath(join(makeFolder('backups'), 'office.zip'));
  const scratch = asWindowsPath(join(makeFolder('scratch'), 'pack'));
  expect(await runBackup(place, { type: 'pack', dataDir, path: backup, scratch })).toEqual({ type: 'done' });
  await second.api.create('category', { name: 'Later', image: null, banner: null });
  const restore = { type: 'restore', dataDir, path: backup } as const;
  expect(await runBackup(place, restore)).toMatchObject({ type: 'failed' });
  expect(await second.api.list('category')).toHaveLength(2);
  await second.stop();

  expect(await runBackup(place, restore)).toEqual({ type: 'done' });
  const third = await startWindowsServer(place, dataDir);
  expect((await third.api.list('category')).map(({ name }) => name)).toEqual(['Ink']);
  expect(await third.api.download(String(image))).toEqual(picture);
  await third.stop();
});

test('the server works in a folder whose path is longer than 260 characters', async () => {
  const folder = makeFolder('long', ...Array.from({ length: 3 }, (_, index) => `${index}`.repeat(90)));
  const dataDir = asWindowsPath(join(folder, 'server'));
  const picture = fileOf('png');
  const server = await startWindowsServer({ wine, app }, dataDir);
  const ink = await server.api.create('category', {
    name: 'Ink',
    image: asUpload('a.png', picture),
    banner: null,
  });
  await server.stop();
  const again = await startWindowsServer({ wine, app }, dataDir);
  const { image } = await again.api.get('category', ink);
  expect(await again.api.download(String(image))).toEqual(picture);
  await again.stop();
});

test('files with names that Windows reserves are saved under names that it can open', async () => {
  const folder = makeFolder('saved');
  const project = makeFolder('source');
  for (const name of ['src', 'package.json']) cpSync(inRoot(name), join(project, name), { recursive: true });
  const script = join(project, 'write-files.mjs');
  cpSync(join(import.meta.dirname, 'write-files.mjs'), script);
  const titles = ['CON', 'aux.pdf', 'Autumn.pdf. .', 'Stifte · Größe: 0,5', '...'];
  const { code, output } = await wine.run([
    asWindowsPath(app.node),
    asWindowsPath(script),
    asWindowsPath(folder),
    ...titles,
  ]);
  expect(code, output).toBe(0);
  const names = readdirSync(folder);
  expect(names.sort()).toEqual(['Autumn.pdf', 'Page.pdf', 'Stifte · Größe 0,5.pdf', '_CON.pdf', '_aux.pdf']);
  // Unlike Node, the command line takes paths literally as people's programs do.
  for (const name of names) {
    const shown = await wine.run(['cmd', '/c', 'type', asWindowsPath(join(folder, name))]);
    expect(shown.output.trim()).toBe(readFileSync(join(folder, name), 'utf8').trim());
  }
});
