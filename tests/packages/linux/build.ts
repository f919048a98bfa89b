import { globSync } from 'node:fs';
import { electronFolder } from '../../../scripts/lib/electron.ts';
import { inRoot } from '../../../scripts/lib/paths.ts';
import { runScript } from '../../../scripts/lib/run.ts';

export const output = inRoot('test-results/packages-linux');
export const unpacked = `${output}/linux-unpacked`;

/** Builds all Linux packages, uncompressed to save most of the time, and returns their sorted paths. */
export const buildPackages = async (env: NodeJS.ProcessEnv): Promise<string[]> => {
  const { code, output: printed } = await runScript({
    script: inRoot('scripts/run.mjs'),
    args: ['package', 'linux', '--fast', '--output', output],
    env: {
      BACKOFFICE_MAINTAINER: 'Office IT <it@office.example.com>',
      BACKOFFICE_HOMEPAGE: 'https://office.example.com',
      ELECTRON_OVERRIDE_DIST_PATH: electronFolder(),
      ...env,
    },
  });
  if (code !== 0) throw new Error(printed);
  return globSync(`${output}/*.{deb,AppImage}`).toSorted();
};
