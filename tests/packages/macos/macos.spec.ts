import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRawHeader, listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { expect, test } from '@playwright/test';
import { build, createTargets, Platform } from 'electron-builder';
import config from '../../../electron-builder.config.ts';
import { installPackages } from '../../../scripts/lib/apt.ts';
import { locateProgram } from '../../../scripts/lib/locate.ts';
import { forbidArbitraryLoads } from '../../../scripts/lib/mac-plist.ts';
import { inRoot } from '../../../scripts/lib/paths.ts';
import { run } from '../../../scripts/lib/run.ts';
import { copyProject, electronVersion } from '../support/foreign-project.ts';
import { makeElectronStub } from './electron-stub.ts';

const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));

let folder: string;
let zip: string;
let contents: string;

const plist = (): string => readFileSync(join(contents, 'Info.plist'), 'utf8');

const textOf = (key: string): string | undefined =>
  new RegExp(`<key>${key}</key>\\s*<string>(.*?)</string>`).exec(plist())?.[1];

test.beforeAll(async () => {
  if (!locateProgram('7zz') && !(await installPackages(['7zip']))) throw new Error('7zip is missing');
  process.env.ELECTRON_BUILDER_7ZIP_PATH ??= '/usr/bin/7zz';
  folder = mkdtempSync(join(tmpdir(), 'backoffice-macos-'));
  const [projectDir = '', electronDist = '', output = ''] = ['project', 'electron', 'dist'].map((name) =>
    join(folder, name),
  );
  await copyProject(projectDir, { os: 'darwin', cpu: 'arm64' });
  makeElectronStub(electronDist);
  [zip = ''] = (
    await build({
      projectDir,
      publish: 'never',
      targets: createTargets([Platform.MAC], 'zip', 'arm64'),
      config: {
        ...config,
        // Signing works only on a Mac.
        electronFuses: { ...config.electronFuses, resetAdHocDarwinSignature: false },
        electronVersion: electronVersion(),
        electronDist,
        directories: { ...config.directories, output },
        afterPack: ({ appOutDir }) =>
          forbidArbitraryLoads(join(appOutDir, 'Catalogue Back Office.app/Contents/Info.plist')),
      },
    })
  ).filter((path) => path.endsWith('.zip'));
  contents = join(output, 'mac-arm64/Catalogue Back Office.app/Contents');
});

test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the property list describes the app', () => {
  expect(textOf('CFBundleDisplayName')).toBe('Catalogue Back Office');
  expect(textOf('CFBundleIdentifier')).toBe('catalogue.backoffice.desktop');
  expect(textOf('CFBundleShortVersionString')).toBe(version);
  expect(textOf('LSApplicationCategoryType')).toBe('public.app-category.business');
  expect(textOf('CFBundleIconFile')).toBe('icon.icns');
  expect(plist()).toMatch(/<key>CFBundleURLSchemes<\/key>\s*<array>\s*<string>backoffice<\/string>\s*<\/array>/);
  expect(plist()).not.toContain('CFBundleDocumentTypes');
});

test('the property list requests no unneeded permission', () => {
  expect(plist()).not.toMatch(/NS\w+UsageDescription/);
  expect(plist()).not.toContain('NSAllowsArbitraryLoads');
  expect(plist()).toMatch(/<key>NSAllowsLocalNetworking<\/key>\s*<true\/>/);
});

test('the fuses are set', async () => {
  const wire = await getCurrentFuseWire(join(contents, '..'));
  expect(wire).toMatchObject({
    [FuseV1Options.RunAsNode]: FuseState.DISABLE,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: FuseState.DISABLE,
    [FuseV1Options.EnableNodeCliInspectArguments]: FuseState.DISABLE,
    [FuseV1Options.OnlyLoadAppFromAsar]: FuseState.ENABLE,
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: FuseState.ENABLE,
    [FuseV1Options.EnableCookieEncryption]: FuseState.ENABLE,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: FuseState.DISABLE,
  });
});

test('the archive has the hash in the property list', () => {
  const { headerString } = getRawHeader(join(contents, 'Resources/app.asar'));
  const hash = createHash('sha256').update(headerString).digest('hex');
  expect(plist()).toContain('<key>Resources/app.asar</key>');
  expect(textOf('hash')).toBe(hash);
});

test('the zip contains the app with its native modules', async () => {
  const natives = listPackage(join(contents, 'Resources/app.asar'), { isPack: false }).filter((path) =>
    path.endsWith('.node'),
  );
  expect(natives.map((path) => path.split('/').at(-1)).sort()).toEqual([
    'argon2.darwin-arm64.node',
    'darwin-arm64.node',
    'darwin-x64.node',
  ]);
  const { code, output } = await run({ command: '/usr/bin/7zz', args: ['l', '-slt', '-ba', zip] });
  expect(code, output).toBe(0);
  const paths = [...output.matchAll(/^Path = Catalogue Back Office\.app\/Contents\/(.+)$/gm)].map(([, path]) => path);
  const languages = 'Frameworks/Electron Framework.framework/Versions/A/Resources';
  expect(paths).toContain('MacOS/Catalogue Back Office');
  expect(paths).toContain(`${languages}/en.lproj/locale.pak`);
  expect(paths).not.toContain(`${languages}/de.lproj/locale.pak`);
});
