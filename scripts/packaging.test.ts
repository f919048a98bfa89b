import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { describe, expect, it } from 'vitest';
import config from '../electron-builder.config.ts';
import { inRoot } from './lib/paths.ts';

const deepLinkScheme = 'backoffice';

const read = (path: string): Buffer => readFileSync(inRoot(path));

it('names only existing files', () => {
  const { win, mac, linux, nsis } = config;
  const named = [win?.icon, mac?.icon, linux?.icon, mac?.entitlements, mac?.entitlementsInherit, nsis?.include];
  for (const path of named) expect(existsSync(inRoot(String(path))), String(path)).toBe(true);
});

describe('the icons', () => {
  const pngSize = (png: Buffer): number => {
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect(png.readUInt32BE(16)).toBe(png.readUInt32BE(20));
    return png.readUInt32BE(16);
  };

  it('of Linux have the sizes in their names', () => {
    const names = readdirSync(inRoot('build/icons'));
    expect(names).toContain('256x256.png');
    expect(names).toContain('512x512.png');
    for (const name of names) expect(`${pngSize(read(`build/icons/${name}`))}`).toBe(name.split('x')[0]);
  });

  it('of Windows have all sizes up to 256', () => {
    const ico = read('build/icon.ico');
    const sizes = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => ico[6 + 16 * index] || 256);
    expect([ico.readUInt16LE(2), ...sizes.sort((a, b) => a - b)]).toEqual([1, 16, 24, 32, 48, 64, 128, 256]);
  });

  it('of macOS go up to 1024', () => {
    const icns = read('build/icon.icns');
    expect([icns.subarray(0, 4).toString(), icns.readUInt32BE(4)]).toEqual(['icns', icns.byteLength]);
    const types: string[] = [];
    for (let at = 8; at < icns.byteLength; at += icns.readUInt32BE(at + 4)) {
      types.push(icns.subarray(at, at + 4).toString());
    }
    expect(types).toEqual(expect.arrayContaining(['ic04', 'ic05', 'ic07', 'ic08', 'ic09', 'ic10', 'ic14']));
  });
});

describe('the natives', () => {
  const prebuilt = globSync('node_modules/better-sqlite3/prebuilds/*.node', { cwd: inRoot() });
  const argon = ['darwin-x64', 'darwin-arm64', 'linux-x64-gnu', 'linux-x64-musl', 'win32-x64-msvc', 'win32-arm64-msvc'];
  const all = [...prebuilt, ...argon.map((name) => `node_modules/@node-rs/argon2-${name}/argon2.${name}.node`)];

  /** Left out: in Electron, sharp runs as WebAssembly. */
  const sharp = ['linux-x64', 'libvips-linux-x64', 'linuxmusl-x64', 'darwin-arm64', 'win32-x64'].map(
    (name) => `node_modules/@img/sharp-${name}/lib/sharp-${name}.node`,
  );

  const packed = (files: unknown, arch: string): string[] => {
    const patterns = (Array.isArray(files) ? files : []).map((pattern) => String(pattern).replace(/\$\{arch\}/g, arch));
    const refused = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
    return [...all, ...sharp]
      .filter((path) => !refused.some((pattern) => matchesGlob(path, pattern)))
      .map((path) => path.split('/').at(-1) ?? '');
  };

  it('are those of the target platform and processors', () => {
    expect(packed(config.win?.files, 'x64')).toEqual(['win32-x64.node', 'argon2.win32-x64-msvc.node']);
    expect(packed(config.linux?.files, 'x64')).toEqual([
      'linux-x64.node',
      'argon2.linux-x64-gnu.node',
      'argon2.linux-x64-musl.node',
    ]);
    for (const arch of ['x64', 'arm64']) {
      expect(packed(config.mac?.files, arch)).toEqual([
        'darwin-arm64.node',
        'darwin-x64.node',
        'argon2.darwin-x64.node',
        'argon2.darwin-arm64.node',
      ]);
    }
  });

  it('are outside the archive', () => {
    const inApp = (path: string) => `Contents/Resources/app.asar.unpacked/${path}`;
    const darwin = all.filter((path) => path.includes('darwin'));
    for (const path of darwin) expect(matchesGlob(inApp(path), String(config.mac?.x64ArchFiles)), path).toBe(true);
    for (const path of all) expect(matchesGlob(path, String(config.asarUnpack)), path).toBe(true);
  });
});

it('registers and unregisters links under one name', () => {
  expect(config.protocols).toEqual([{ name: 'Catalogue Back Office', schemes: [deepLinkScheme] }]);
  const script = read('build/installer.nsh').toString();
  const [install = '', uninstall = ''] = script.split('customUnInstall');
  expect(install).toContain(`WriteRegStr SHELL_CONTEXT "Software\\Classes\\${deepLinkScheme}\\shell\\open\\command"`);
  expect(uninstall).toContain(`DeleteRegKey SHELL_CONTEXT "Software\\Classes\\${deepLinkScheme}"`);
  expect(config.fileAssociations).toBeUndefined();
});

it('has a single name on Linux', () => {
  expect(config.linux).toMatchObject({
    executableName: 'catalogue-back-office',
    syncDesktopName: true,
    category: 'Office',
    desktop: { entry: { StartupWMClass: JSON.parse(read('package.json').toString()).productName } },
  });
  expect(config.extraMetadata).toMatchObject({ desktopName: 'catalogue-back-office.desktop' });
});

it('is installed per user and keeps the data', () => {
  expect(config.nsis).toMatchObject({
    perMachine: false,
    deleteAppDataOnUninstall: false,
    packElevateHelper: false,
  });
});

it('asks macOS only for the entitlement that V8 needs', () => {
  expect(config.mac).toMatchObject({ hardenedRuntime: true });
  expect(config.mac?.extendInfo).toMatchObject({
    NSCameraUsageDescription: null,
    NSMicrophoneUsageDescription: null,
  });
  const entitlements = read(String(config.mac?.entitlements)).toString();
  expect([...entitlements.matchAll(/<key>(.*?)<\/key>/g)].map(([, key]) => key)).toEqual([
    'com.apple.security.cs.allow-jit',
  ]);
});
