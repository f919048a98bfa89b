import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { locateProgram } from '../../../scripts/lib/locate.ts';
import { inRoot } from '../../../scripts/lib/paths.ts';
import { buildDebianPackage } from '../../../scripts/packages/debian-package.ts';
import { desktopDeb } from '../../../scripts/packages/desktop-deb.ts';
import { serverDeb } from '../../../scripts/packages/server-deb.ts';
import { thirdPartyNoticesFile } from '../../../src/shared/app-id.ts';
import { texts } from '../../../src/shared/texts.ts';
import { routes } from '../../support/routes.ts';
import { App } from '../support/app.ts';
import { contentsOf, fieldOf } from '../support/deb.ts';
import { cleanEnvironment } from '../support/desktop-host.ts';
import { png, putFile } from '../support/files.ts';
import { dropFiles } from '../support/host.ts';
import { rowOf } from '../support/locators.ts';
import { type PackagedApp, packageApp, packagedHost } from '../support/packaged-host.ts';
import { expect, test } from '../support/test.ts';

// One worker, so that the app is packaged only once.
test.describe.configure({ mode: 'default' });

let packaged: PackagedApp;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  packaged = await packageApp({});
});

test('the fuses of the packaged app are set', async () => {
  const wire = await getCurrentFuseWire(packaged.executable);
  const { ENABLE, DISABLE } = FuseState;
  expect(wire).toMatchObject({
    [FuseV1Options.RunAsNode]: DISABLE,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: DISABLE,
    [FuseV1Options.EnableNodeCliInspectArguments]: DISABLE,
    [FuseV1Options.OnlyLoadAppFromAsar]: ENABLE,
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: ENABLE,
    [FuseV1Options.EnableCookieEncryption]: ENABLE,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: DISABLE,
  });
});

test('the archive contains only what the app runs', () => {
  const files = listPackage(join(packaged.resources, 'app.asar'), { isPack: false }).map((path) =>
    path.slice(1).replaceAll('\\', '/'),
  );
  const tops = [...new Set(files.map((path) => path.split('/')[0]))].sort();
  expect(tops).toEqual(['node_modules', 'out', 'package.json', 'resources']);
  const { devDependencies } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const development = Object.keys(devDependencies).filter((name) => files.includes(`node_modules/${name}`));
  // Dependencies of `@fastify/swagger-ui`, which cannot be bundled.
  expect(development).toEqual(['@fastify/static']);
  const natives = files.filter((path) => path.endsWith('.node'));
  expect(natives.map((path) => path.split('/').slice(0, 2).join('/')).sort()).toEqual([
    'node_modules/@node-rs',
    'node_modules/better-sqlite3',
  ]);
  // Files beside the archive are loaded without an integrity check.
  const unpacked = join(packaged.resources, 'app.asar.unpacked');
  const beside = readdirSync(unpacked, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(unpacked, path)).isFile(),
  );
  expect(beside.sort()).toEqual(natives.map((path) => normalize(path)).sort());
  const notices = readFileSync(join(packaged.resources, thirdPartyNoticesFile), 'utf8');
  for (const name of ['fastify', 'kysely', '@node-rs/argon2', 'react', '@fontsource-variable/inter', 'quill']) {
    expect(notices).toMatch(new RegExp(`^${name} \\d[\\d.]* \\(`, 'm'));
  }
  expect(notices).not.toMatch(/^(vitest|electron-builder) /m);
});

const isUnneeded = (path: string): boolean =>
  /\.(map|[cm]?ts|cc|h|md)$|[./](test|spec)\.\w+$|\/(tests?|__tests__|examples?|\.[^/]+)(\/|$)/.test(path);

test.describe('the Debian packages', () => {
  test.skip(!locateProgram('dpkg-deb'), 'dpkg-deb is missing');

  const output = inRoot('test-results/packaged');
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));

  test.beforeAll(() => {
    process.env.BACKOFFICE_MAINTAINER = 'Office IT <it@office.example.com>';
    process.env.BACKOFFICE_HOMEPAGE = 'https://office.example.com';
  });

  test('the desktop package contains everything it needs', async () => {
    const deb = await buildDebianPackage(desktopDeb(dirname(packaged.executable)), { output, isFast: true });
    expect(await fieldOf(deb, 'Package')).toBe('catalogue-back-office');
    expect(await fieldOf(deb, 'Version')).toBe(version);
    expect(await fieldOf(deb, 'Maintainer')).toBe('Office IT <it@office.example.com>');
    const { paths, owners } = await contentsOf(deb);
    expect(owners).toEqual(['root/root']);
    const folder = '/opt/catalogue-back-office';
    const licences = ['LICENSE.electron.txt', 'LICENSES.chromium.html', `resources/${thirdPartyNoticesFile}`];
    expect(paths).toEqual(
      expect.arrayContaining([
        `${folder}/catalogue-back-office`,
        `${folder}/resources/app.asar`,
        `${folder}/resources/apparmor-profile`,
        ...licences.map((name) => `${folder}/${name}`),
        '/usr/share/applications/catalogue-back-office.desktop',
        '/usr/share/doc/catalogue-back-office/copyright',
      ]),
    );
    expect(paths.filter((path) => /\s/.test(path.split(' -> ')[0] ?? ''))).toEqual([]);
    const languages = paths.flatMap((path) => /\/locales\/(.+)\.pak$/.exec(path)?.[1] ?? []);
    expect(languages.sort()).toEqual(['en-GB', 'en-US']);
    const inArchive = listPackage(join(packaged.resources, 'app.asar'), { isPack: false });
    expect([...paths, ...inArchive].filter(isUnneeded)).toEqual([]);
  });

  test('the server package contains everything it needs', async () => {
    const deb = await buildDebianPackage(serverDeb, { output, isFast: true });
    expect(await fieldOf(deb, 'Package')).toBe('catalogue-back-office-server');
    expect(await fieldOf(deb, 'Version')).toBe(version);
    const { paths, owners } = await contentsOf(deb);
    expect(owners).toEqual(['root/root']);
    const folder = '/usr/lib/catalogue-back-office-server';
    const units = ['server.service', 'server-backup.service', 'server-backup.timer'];
    expect(paths).toEqual(
      expect.arrayContaining([
        `${folder}/node`,
        `${folder}/out/main/server/cli.js`,
        `${folder}/out/renderer/index.html`,
        '/etc/catalogue-back-office/server.env',
        '/usr/share/doc/catalogue-back-office-server/copyright',
        ...units.map((name) => `/usr/lib/systemd/system/catalogue-back-office-${name}`),
      ]),
    );
    expect(paths.filter(isUnneeded)).toEqual([]);
    const natives = paths.filter((path) => path.endsWith('.node')).map((path) => basename(path));
    expect(natives.sort()).toEqual([
      'argon2.linux-x64-gnu.node',
      'linux-x64.node',
      expect.stringMatching(/^sharp-linux-x64.*\.node$/),
    ]);
  });
});

test('the packaged app refuses to run without its sandbox', async ({ folder }) => {
  const userDataDir = join(folder, 'user-data');
  const args = [`--user-data-dir=${userDataDir}`, '--no-sandbox'];
  const app = spawn(packaged.executable, args, { env: cleanEnvironment() });
  let printed = '';
  app.stderr.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  await expect.poll(() => printed).toContain('The app can’t start');
  const ended = once(app, 'exit');
  app.kill('SIGKILL');
  await ended;
  expect(existsSync(join(userDataDir, 'server'))).toBe(false);
});

test('the packaged app can upload files', async ({ faults, api, folder }) => {
  const app = new App(
    packagedHost({
      executable: packaged.executable,
      userDataDir: join(folder, 'user-data'),
      // The fuses make the app ignore the variable and the flag, which would otherwise change how it starts.
      env: { BACKOFFICE_SERVER_URL: faults.url, ELECTRON_RUN_AS_NODE: '1' },
      flags: ['--inspect=0'],
    }),
  );
  await api.create('category', { name: 'Ink' });
  try {
    await app.open();
    await app.signIn();
    expect(app.host.log()).not.toContain('Debugger listening');
    await app.goto(routes.categoryList);
    await expect(rowOf(app.page, 'Ink')).toBeVisible();

    const picture = png([194, 38, 46]);
    await app.goto(routes.categoryAdd);
    await app.page.getByRole('textbox', { name: 'Category Name' }).fill('Pens');
    const path = await putFile(folder, 'pens.png', picture);
    await dropFiles(app.page.getByRole('button', { name: 'Choose Category Image' }), [path]);
    await expect(app.page.getByText('pens.png')).toBeVisible();
    await app.page.getByRole('button', { name: texts.form.save }).click();
    await expect(rowOf(app.page, 'Pens')).toBeVisible();
    const stored = (await api.list('category')).find(({ name }) => name === 'Pens');
    expect(await api.download(String(stored?.image))).toEqual(picture);
  } finally {
    await app.close();
  }
  expect(app.watch.unexpected()).toEqual([]);
});
