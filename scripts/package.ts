import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { build as buildPackages, type Configuration, createTargets, Platform } from 'electron-builder';
import config from '../electron-builder.config.ts';
import { noticesName } from '../src/shared/notices.ts';
import { ensureBuild } from './build.ts';
import { missingNatives } from './lib/natives.ts';
import { writeNotices } from './lib/notices.ts';
import { inRoot } from './lib/paths.ts';
import { missingForDebian, readRelease } from './lib/release.ts';

const systems = {
  win: { platform: Platform.WINDOWS, processors: ['x64'] },
  mac: { platform: Platform.MAC, processors: ['x64', 'arm64'] },
  linux: { platform: Platform.LINUX, processors: ['x64'] },
} as const;

type System = keyof typeof systems;

const thisSystem = (): System => Platform.current().buildConfigurationKey as System;

const isSystem = (name: string): name is System => name in systems;

const readArguments = (args: readonly string[]) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { dir: { type: 'boolean', default: false }, output: { type: 'string', default: 'dist' } },
  });
  const [system = thisSystem()] = positionals;
  if (!isSystem(system)) throw new Error(`No such system: ${system}. There are win, mac and linux`);
  return { system, isFolder: values.dir, output: inRoot(values.output) };
};

/** A folder is for this computer, so for its processor alone; what is installed elsewhere is for all. */
const targetsOf = ({ system, isFolder }: { system: System; isFolder: boolean }) =>
  isFolder
    ? createTargets([systems[system].platform], 'dir', process.arch)
    : createTargets([systems[system].platform]);

/** What fails much later, and in the hands of others, when a system's natives are not there. */
const checkNatives = ({ system, isFolder }: { system: System; isFolder: boolean }): void => {
  const { platform, processors } = systems[system];
  const [processor] = processors.filter((each) => each === process.arch);
  const missing = missingNatives({
    platform: platform.nodeName,
    processors: isFolder && processor ? [processor] : processors,
  });
  if (missing.length === 0) return;
  throw new Error(
    `An app for ${system} needs ${missing.join(' and ')}, which npm leaves out on this system. ` +
      `Add it with: npm install --no-save --force ${missing.join(' ')}`,
  );
};

/** Before anything is built: electron-builder would say it at the very end, and of its own settings. */
const checkRelease = ({ system, isFolder }: { system: System; isFolder: boolean }): void => {
  const missing = missingForDebian(readRelease(process.env));
  if (system !== 'linux' || isFolder || missing.length === 0) return;
  throw new Error(`The Debian package says who it is from: set ${missing.join(' and ')} (docs/packaging.md)`);
};

const filePatternsOf = (system: System): string[] => {
  const files = config[system]?.files;
  return (Array.isArray(files) ? files : []).filter((pattern) => typeof pattern === 'string');
};

const sizeOf = (path: string): number => {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
};

const reportSizes = (output: string, paths: readonly string[]): void => {
  for (const path of paths) {
    console.log(`${relative(output, path)}: ${(sizeOf(path) / 1024 / 1024).toFixed(1)} MB`);
  }
};

/** Packages the app for a system, into installers or (`--dir`) into a folder from which it starts. */
export const main = async (args: readonly string[]): Promise<void> => {
  const { system, isFolder, output } = readArguments(args);
  checkNatives({ system, isFolder });
  checkRelease({ system, isFolder });
  if (!(await ensureBuild())) {
    process.exitCode = 1;
    return;
  }
  const folders: string[] = [];
  const given: Configuration = {
    ...config,
    // An Electron that is already here, where it cannot be downloaded.
    electronDist: system === thisSystem() ? process.env.ELECTRON_OVERRIDE_DIST_PATH : undefined,
    directories: { ...config.directories, output },
    afterPack: ({ appOutDir, packager }) => {
      const resources = packager.getResourcesDir(appOutDir);
      writeFileSync(join(resources, noticesName), writeNotices(filePatternsOf(system)));
      folders.push(appOutDir, join(resources, 'app.asar'));
    },
  };
  const made = await buildPackages({
    targets: targetsOf({ system, isFolder }),
    config: given,
    publish: 'never',
  });
  reportSizes(output, [...folders, ...made]);
};
