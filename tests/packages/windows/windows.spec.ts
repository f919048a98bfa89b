import { chownSync, cpSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../../../scripts/lib/paths.ts';
import { makeWorkbook } from '../../../src/spreadsheet/test-workbooks.ts';
import { expect, test } from '../../e2e/support/test.ts';
import { asUpload, makeFile } from '../../support/files.ts';
import {
  clearInstallation,
  createStartRecorder,
  existingPaths,
  installedPaths,
  openLink,
  registryOf,
  uninstaller,
  uninstallWith,
} from './installation.ts';
import { packageForWindows, type WindowsApp } from './windows-app.ts';
import { reportOf, runBackup, startWindowsServer } from './windows-server.ts';
import { asWindowsPath, officeUser, prepareWine, stopWine, type Wine } from './wine.ts';

const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));

let wine: Wine;
let app: WindowsApp;

test.beforeAll(async () => {
  test.setTimeout(20 * 60_000);
  wine = await prepareWine();
  app = await packageForWindows(wine);
});

test.afterAll(() => stopWine(wine));

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

test('the server loses no data', async () => {
  const installation = { wine, app };
  const dataDir = asWindowsPath(join(makeFolder('Büro & Daten'), 'server'));
  const picture = makeFile('png');

  const first = await startWindowsServer(installation, dataDir);
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

  const second = await startWindowsServer(installation, dataDir);
  const { image } = await second.api.get('category', ink);
  expect(await second.api.download(String(image))).toEqual(picture);
  expect((await second.api.list('country')).map(({ name }) => name).sort()).toEqual(['Chile', 'Peru']);
  expect(await reportOf(installation, dataDir)).toMatchObject({ type: 'locked' });

  const backup = asWindowsPath(join(makeFolder('backups'), 'office.zip'));
  const tempDir = asWindowsPath(join(makeFolder('scratch'), 'pack'));
  expect(await runBackup(installation, { type: 'pack', dataDir, path: backup, tempDir })).toEqual({
    type: 'done',
  });
  await second.api.create('category', { name: 'Later', image: null, banner: null });
  const restore = { type: 'restore', dataDir, path: backup } as const;
  expect(await runBackup(installation, restore)).toMatchObject({ type: 'failed' });
  expect(await second.api.list('category')).toHaveLength(2);
  await second.stop();

  expect(await runBackup(installation, restore)).toEqual({ type: 'done' });
  const third = await startWindowsServer(installation, dataDir);
  expect((await third.api.list('category')).map(({ name }) => name)).toEqual(['Ink']);
  expect(await third.api.download(String(image))).toEqual(picture);
  await third.stop();
});

test('the server works in a folder whose path is longer than 260 characters', async () => {
  const folder = makeFolder('long', ...Array.from({ length: 3 }, (_, index) => `${index}`.repeat(90)));
  const dataDir = asWindowsPath(join(folder, 'server'));
  const picture = makeFile('png');
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

test('the server accepts images if sharp fails to start', async () => {
  const log = join(makeFolder('unchecked'), 'log.txt');
  const server = await startWindowsServer(
    { wine, app },
    asWindowsPath(join(makeFolder('unchecked'), 'server')),
    openSync(log, 'w'),
  );
  const ink = await server.api.create('category', {
    name: 'Ink',
    image: asUpload('a.png', makeFile('png')),
    banner: null,
  });
  expect((await server.api.get('category', ink)).image).toContain('.png');
  await server.stop();
  expect(readFileSync(log, 'utf8')).toContain('Images are stored without being checked');
});

test('files with reserved names are saved under valid names', async () => {
  const folder = makeFolder('saved');
  const project = makeFolder('source');
  for (const name of ['src', 'package.json']) cpSync(inRoot(name), join(project, name), { recursive: true });
  const script = join(project, 'write-files.mjs');
  cpSync(join(import.meta.dirname, 'write-files.mjs'), script);
  const titles = ['CON', 'aux.pdf', 'Autumn.pdf. .', 'Stifte · Größe: 0,5', '...'];
  const { code, output } = await wine.run([
    asWindowsPath(app.node),
    asWindowsPath(script),
    `file:///Z:${project}/src/main/files/file-name.ts`,
    asWindowsPath(folder),
    ...titles,
  ]);
  expect(code, output).toBe(0);
  const names = readdirSync(folder);
  expect(names.sort()).toEqual(['Autumn.pdf', 'Page.pdf', 'Stifte · Größe 0,5.pdf', '_CON.pdf', '_aux.pdf']);
  // Unlike Node, the command line takes paths literally, as other Windows programs do.
  for (const name of names) {
    const shown = await wine.run(['cmd', '/c', 'type', asWindowsPath(join(folder, name))]);
    expect(shown.output.trim()).toBe(readFileSync(join(folder, name), 'utf8').trim());
  }
});

/** Version resources are UTF-16. */
const versionText = (program: string, name: string): string | undefined => {
  const whole = readFileSync(program).toString('utf16le');
  const text = whole.slice(whole.lastIndexOf('VS_VERSION_INFO'));
  return new RegExp(`${name}\0+([^\0]+)\0`).exec(text)?.[1];
};

test.describe('the installers', () => {
  test.describe.configure({ mode: 'serial' });
  let installers: Awaited<ReturnType<WindowsApp['buildInstallers']>>;

  test.beforeAll(async () => {
    test.setTimeout(20 * 60_000);
    installers = await app.buildInstallers();
    await clearInstallation(wine);
  });

  test('each program has complete version information', async () => {
    for (const program of [join(app.folder, 'Catalogue Back Office.exe'), installers.setup, installers.portable]) {
      expect(versionText(program, 'ProductName'), program).toBe('Catalogue Back Office');
      expect(versionText(program, 'CompanyName'), program).toBe('Catalogue Back Office');
      expect(versionText(program, 'LegalCopyright'), program).toContain('Catalogue Back Office');
      expect(versionText(program, 'FileDescription'), program).toMatch(/back office/i);
      expect(versionText(program, 'FileVersion'), program).toContain(version);
    }
  });

  const installSilently = async (...flags: string[]) => {
    const { code, output } = await wine.run([asWindowsPath(installers.setup), '/S', ...flags]);
    expect(code, output).toBe(0);
  };

  const all = ['program', 'updater', 'data', 'menuEntry', 'desktopEntry'];

  test('the installer starts the app', async () => {
    mkdirSync(installedPaths.data, { recursive: true });
    const recorder = createStartRecorder(wine);
    await wine.run([asWindowsPath(installers.setup)], recorder.env);
    expect((await recorder.take()).program).toContain('Catalogue Back Office.exe');
    await uninstallWith(wine, ['Return', 'Return']);
    await expect.poll(existingPaths).toEqual(['data']);
  });

  test('the app is registered for the current user only', async () => {
    await installSilently();
    expect(existingPaths()).toEqual(all);
    const { links, uninstall, everyone } = await registryOf(wine);
    expect(links).toMatch(/"[^"]+Catalogue Back Office\.exe" -- "%1"/);
    expect(uninstall).toMatch(new RegExp(`DisplayName +REG_SZ +Catalogue Back Office ${version}`));
    expect(uninstall).toMatch(/Publisher +REG_SZ +Catalogue Back Office/);
    expect(everyone).not.toContain('Catalogue');
    expect(existsSync(join(installedPaths.program, 'resources/elevate.exe'))).toBe(false);
  });

  test('Windows opens a link in the app', async () => {
    const recorder = createStartRecorder(wine);
    const link = 'backoffice://CountryList?name=a%20b';
    await openLink(wine, link, recorder.env);
    const { program, args } = await recorder.take();
    expect(program).toContain('Catalogue Back Office.exe');
    expect(args).toEqual(['--', link]);
  });

  test('an update deletes nothing', async () => {
    await installSilently('--updated');
    expect(existingPaths()).toEqual(all);
  });

  test('a silent uninstallation leaves only the data', async () => {
    await wine.run([uninstaller, '/currentuser', '/S']);
    await expect.poll(existingPaths).toEqual(['data']);
    await expect.poll(() => registryOf(wine)).toMatchObject({ links: '', uninstall: '' });
  });

  test('an uninstallation deletes the data on request', async () => {
    await installSilently();
    await uninstallWith(wine, ['Return', 'y']);
    await expect.poll(existingPaths).toEqual([]);
  });

  test('the portable app installs nothing', async () => {
    const recorder = createStartRecorder(wine);
    await wine.run([asWindowsPath(installers.portable)], recorder.env);
    expect((await recorder.take()).portable).toContain('portable.exe');
    expect(existingPaths()).toEqual([]);
    expect(await registryOf(wine)).toMatchObject({ links: '', uninstall: '' });
  });
});
