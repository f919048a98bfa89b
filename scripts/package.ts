import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { build as buildPackages, type Configuration, createTargets, Platform } from 'electron-builder';
import config from '../electron-builder.config.ts';
import { thirdPartyNoticesFile } from '../src/shared/app-id.ts';
import { requireBuild } from './build.ts';
import { forbidArbitraryLoads } from './lib/mac-plist.ts';
import { missingNativePackages } from './lib/native-packages.ts';
import { inRoot } from './lib/paths.ts';
import { missingDebianFields, parseReleaseEnv } from './lib/release.ts';
import { buildSbom } from './lib/sbom.ts';
import { sizeOf } from './lib/size.ts';
import { buildNotices, listAppParts } from './lib/third-party-notices.ts';
import { buildDebianPackage } from './packages/debian-package.ts';
import { desktopDeb } from './packages/desktop-deb.ts';
import { serverDeb } from './packages/server-deb.ts';
import { writeUpdateInfo } from './packages/update-info.ts';

const platforms = {
  win: { platform: Platform.WINDOWS, archs: ['x64'] },
  mac: { platform: Platform.MAC, archs: ['x64', 'arm64'] },
  linux: { platform: Platform.LINUX, archs: ['x64'] },
} as const;

type System = keyof typeof platforms;

const thisSystem = (): System => Platform.current().buildConfigurationKey as System;

const isSystem = (name: string): name is System => name in platforms;

/** electron-builder only makes the AppImage: for a deb it needs a tool from GitHub. */
const linuxPackages = ['AppImage', 'deb', 'server'] as const;
type LinuxPackage = (typeof linuxPackages)[number];

const isLinuxPackage = (name: string): name is LinuxPackage => linuxPackages.some((each) => each === name);

const readPackages = (names: readonly string[], system: System): readonly LinuxPackage[] => {
  const unknown = names.filter((name) => system !== 'linux' || !isLinuxPackage(name));
  if (unknown.length > 0) {
    throw new Error(`No such package: ${unknown.join(', ')}. For linux, there are ${linuxPackages.join(', ')}`);
  }
  if (system !== 'linux') return [];
  return names.length > 0 ? names.filter(isLinuxPackage) : linuxPackages;
};

const readArguments = (args: readonly string[]) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      dir: { type: 'boolean', default: false },
      fast: { type: 'boolean', default: false },
      output: { type: 'string', default: 'dist' },
    },
  });
  const [system = thisSystem(), ...names] = positionals;
  if (!isSystem(system)) throw new Error(`No such system: ${system}. There are win, mac and linux`);
  const packages = values.dir ? [] : readPackages(names, system);
  return { system, packages, isDirOnly: values.dir, isFast: values.fast, output: inRoot(values.output) };
};

type Request = ReturnType<typeof readArguments>;

/** A folder is for this computer's processor alone; installers are for all processors. */
const targetsOf = ({ system, packages, isDirOnly }: Request) => {
  if (isDirOnly) return createTargets([platforms[system].platform], 'dir', process.arch);
  if (system !== 'linux') return createTargets([platforms[system].platform]);
  return createTargets([Platform.LINUX], packages.includes('AppImage') ? 'AppImage' : 'dir', 'x64');
};

/** Fails early: without the natives, only the installed app would fail. */
const checkNatives = ({ system, isDirOnly }: Request): void => {
  const { platform, archs } = platforms[system];
  const [processor] = archs.filter((each) => each === process.arch);
  const missing = missingNativePackages({
    platform: platform.nodeName,
    archs: isDirOnly && processor ? [processor] : archs,
  });
  if (missing.length === 0) return;
  throw new Error(
    `An app for ${system} needs ${missing.join(' and ')}, which npm leaves out on this system. ` +
      `Add it with: npm install --no-save --force ${missing.join(' ')}`,
  );
};

/** Checked before building, which takes minutes. */
const checkRelease = ({ packages }: Request): void => {
  const missing = missingDebianFields(parseReleaseEnv(process.env));
  if (packages.every((name) => name === 'AppImage') || missing.length === 0) return;
  throw new Error(`A Debian package names its maintainer. Set ${missing.join(' and ')} (docs/packaging.md)`);
};

const reportSizes = (output: string, paths: readonly string[]): void => {
  for (const path of paths) {
    console.log(`${relative(output, path)}: ${(sizeOf(path) / 1024 / 1024).toFixed(1)} MB`);
  }
};

const buildApp = async (request: Request): Promise<{ folders: string[]; made: string[] }> => {
  const { system, isFast, output } = request;
  const folders: string[] = [];
  const given: Configuration = {
    ...config,
    ...(isFast && { compression: 'store' }),
    // A local Electron, for machines that can't download it.
    electronDist: system === thisSystem() ? process.env.ELECTRON_OVERRIDE_DIST_PATH : undefined,
    directories: { ...config.directories, output },
    afterPack: ({ appOutDir, electronPlatformName, packager }) => {
      const resources = packager.getResourcesDir(appOutDir);
      if (electronPlatformName === 'darwin') forbidArbitraryLoads(join(resources, '../Info.plist'));
      writeFileSync(join(resources, thirdPartyNoticesFile), buildNotices());
      folders.push(appOutDir, join(resources, 'app.asar'));
    },
  };
  const made = await buildPackages({ targets: targetsOf(request), config: given, publish: 'never' });
  writeFileSync(join(output, 'sbom.cdx.json'), buildSbom(listAppParts()));
  return { folders, made };
};

const buildDebianPackages = async ({ packages, isFast, output }: Request): Promise<string[]> => {
  const made: string[] = [];
  if (packages.includes('deb')) {
    const deb = await buildDebianPackage(desktopDeb(join(output, 'linux-unpacked')), { output, isFast });
    writeUpdateInfo(deb);
    made.push(deb);
  }
  if (packages.includes('server')) made.push(await buildDebianPackage(serverDeb, { output, isFast }));
  return made;
};

/** Packages the app for a system into installers or, with `--dir`, into a folder that runs in place. */
export const main = async (args: readonly string[]): Promise<void> => {
  const request = readArguments(args);
  const { packages, output } = request;
  const isServerOnly = packages.length > 0 && packages.every((name) => name === 'server');
  if (!isServerOnly) checkNatives(request);
  checkRelease(request);
  await requireBuild();
  const { folders, made } = isServerOnly ? { folders: [], made: [] } : await buildApp(request);
  reportSizes(output, [...folders, ...made, ...(await buildDebianPackages(request))]);
};
