import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../../scripts/lib/run.ts';

/** Outside the project, because Strapi would use a tsconfig.json in a parent folder. */
const cache = join(homedir(), '.cache/catalogue-back-office-bench');

/**
 * Installs a package of a fixed version into a cache folder, because it is no dependency of the project.
 * `extraPackages` lists packages that it needs, `overrides` pins transitive versions. Returns null if npm fails.
 */
export const installPeer = async ({
  name,
  version,
  extraPackages = {},
  overrides = {},
}: {
  name: string;
  version: string;
  extraPackages?: Record<string, string>;
  overrides?: Record<string, string>;
}): Promise<string | null> => {
  const folder = join(cache, `${name.replaceAll('/', '-')}-${version}`);
  // npm writes this file last.
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const dependencies = { [name]: version, ...extraPackages };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies, overrides }));
  const { code, output } = await run({
    command: process.platform === 'win32' ? 'npm.cmd' : 'npm',
    // Install scripts aren't needed: the packages include their binaries.
    args: ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'],
  });
  if (code === 0) return folder;
  console.error(`${name} ${version} cannot be installed and is left out\n${output}`);
  return null;
};

export const loadPeer = (folder: string, name: string): unknown => createRequire(join(folder, 'package.json'))(name);
