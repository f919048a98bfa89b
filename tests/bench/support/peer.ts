import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../../scripts/lib/run.ts';

/** Outside of the project: Strapi takes a tsconfig.json in a folder above it for its own. */
const cache = join(homedir(), '.cache/catalogue-back-office-bench');

/**
 * Installs a package to measure against, at a fixed version, into a cache folder: it is no dependency of ours.
 * `further` are packages that it needs beside it, `overrides` fixes what it depends on in turn. Gives the folder, or
 * null where it cannot be had.
 */
export const installPeer = async ({
  name,
  version,
  further = {},
  overrides = {},
}: {
  name: string;
  version: string;
  further?: Record<string, string>;
  overrides?: Record<string, string>;
}): Promise<string | null> => {
  const folder = join(cache, `${name.replaceAll('/', '-')}-${version}`);
  // npm writes this last.
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const dependencies = { [name]: version, ...further };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies, overrides }));
  const { code, output } = await run({
    command: process.platform === 'win32' ? 'npm.cmd' : 'npm',
    // What they would run at the installation is of no use here: binaries come in their packages.
    args: ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'],
  });
  if (code === 0) return folder;
  console.error(`${name} ${version} cannot be installed and is left out\n${output}`);
  return null;
};

/** Loads what `installPeer` installed. */
export const loadPeer = (folder: string, name: string): unknown =>
  createRequire(join(folder, 'package.json'))(name);
