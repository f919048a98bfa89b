import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { worldReadableFiles } from '../../support/files.ts';
import { routes } from '../../support/routes.ts';
import type { App } from '../support/app.ts';
import { expectToast, rowOf, toastWith } from '../support/locators.ts';
import { expect, test } from '../support/test.ts';
import { chooseInMenu, electronOf } from './support.ts';

test.use({ isEmbedded: true });

/** Cancels a backup that never ends, because the pipe among its files has no writer. */
const cancelBackup = async (app: App, folder: string) => {
  const { page } = app;
  const inFolder = async () => (await readdir(folder)).sort();
  const before = await inFolder();
  const endless = join(folder, 'user-data', 'server', 'uploads', `${'0'.repeat(32)}.png`);
  await mkdir(dirname(endless), { recursive: true });
  execFileSync('mkfifo', [endless]);
  await app.host.setSavePath(join(folder, 'backup.zip'));
  await chooseInMenu(app, 'backUp');
  await expect.poll(inFolder).toHaveLength(before.length + 1);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expectToast(page, 'Backup cancelled');
  await expect(toastWith(page, 'Creating backup')).toHaveCount(0);
  expect(await inFolder()).toEqual(before);
  await rm(endless);
};

/** Adds an upload to the data folder. Returns its path, and a function that damages its copy in a backup. */
const addPicture = async (dataDir: string) => {
  const content = Buffer.from('a picture that is stored as it is');
  const name = `${createHash('sha256').update(content).digest('hex').slice(0, 32)}.png`;
  const path = join(dataDir, 'uploads', name);
  await mkdir(dirname(path), { recursive: true });
  writeFileSync(path, content);
  const damageIn = (backup: string) => {
    const bytes = readFileSync(backup);
    bytes.write('A', bytes.indexOf(content));
    writeFileSync(backup, bytes);
  };
  return { path, damageIn };
};

test('a backup made from the menu restores its data', async ({ app, page, folder }) => {
  app.watch.allow(/Failed to load resource|A request failed|ERR_/);
  const electron = electronOf(app);
  const file = join(folder, 'backup.zip');
  const add = (name: string) =>
    page.evaluate(async (value) => {
      const body = JSON.stringify({ name: value });
      const headers = { 'content-type': 'application/json' };
      await fetch('/v1/country/', { method: 'POST', body, headers });
    }, name);
  // Windows has no pipes in the file system.
  if (process.platform !== 'win32') await cancelBackup(app, folder);
  await electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [filePath] });
    dialog.showMessageBox = async (...options: unknown[]) => {
      const { buttons, message } = options.at(-1) as { buttons: string[]; message: string };
      Reflect.set(globalThis, 'asked', [...(Reflect.get(globalThis, 'asked') ?? []), message]);
      return { response: buttons.indexOf('Restore'), checkboxChecked: false };
    };
  }, file);

  const dataDir = join(folder, 'user-data', 'server');
  const picture = await addPicture(dataDir);
  await add('India');
  await page.evaluate(() => {
    const told: string[] = [];
    Reflect.set(window, 'told', told);
    backoffice.on('taskProgress', (work) => told.push(work === null ? 'over' : work.message));
  });
  await chooseInMenu(app, 'backUp');
  await expect.poll(() => existsSync(file)).toBe(true);
  await expectToast(page, 'Backup saved and verified');
  const told: string[] = await page.evaluate(() => Reflect.get(window, 'told'));
  expect([told[0], told.at(-1)]).toEqual(['Creating backup… You can keep working.', 'over']);
  await expect(toastWith(page, 'Creating backup')).toHaveCount(0);
  await add('Atlantis');
  await app.goto(routes.countryList);
  await expect(rowOf(page, 'Atlantis')).toBeVisible();

  picture.damageIn(file);
  await chooseInMenu(app, 'restore');
  await expectToast(page, 'Backup restored');
  expect(await electron.evaluate(() => Reflect.get(globalThis, 'asked'))).toEqual([
    'Restore this backup?',
    'Restore without 1 damaged file?',
  ]);
  expect(existsSync(picture.path)).toBe(false);
  await app.signIn();
  await app.goto(routes.countryList);
  await expect(rowOf(page, 'India')).toBeVisible();
  await expect(rowOf(page, 'Atlantis')).toHaveCount(0);

  await expect
    .poll(async () => (await readdir(join(dataDir, 'backups'))).some((name) => name.startsWith('daily-')))
    .toBe(true);
  const shown = await electron.evaluateHandle(({ shell }) => {
    const paths: string[] = [];
    shell.openPath = async (path) => {
      paths.push(path);
      return '';
    };
    return paths;
  });
  expect(worldReadableFiles(dataDir), 'records are for this person alone').toEqual([]);
  expect(statSync(file).mode & (process.platform === 'win32' ? 0 : 0o077)).toBe(0);
  await chooseInMenu(app, 'showDataFolder');
  await expect.poll(() => shown.jsonValue()).toEqual([dataDir]);
});
