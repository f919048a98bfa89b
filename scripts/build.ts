import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fingerprint } from './lib/fingerprint.ts';
import { binScript, inRoot } from './lib/paths.ts';
import { runScript } from './lib/run.ts';

const inputs = [
  'src',
  'resources',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
].map((path) => inRoot(path));
const stamp = inRoot('out/.built-from');

const builtFrom = () => {
  try {
    return readFileSync(stamp, 'utf8');
  } catch {
    return '';
  }
};

/** Builds into out/. Output goes to stderr, because stdout belongs to the calling command. */
export const build = async (): Promise<boolean> => {
  // Computed first, so that a change during the build makes it stale.
  const source = fingerprint(inputs);
  rmSync(stamp, { force: true });
  const { code } = await runScript({
    script: binScript('electron-vite', 'electron-vite'),
    args: ['build', '--logLevel', 'warn'],
    output: 'stderr',
  });
  if (code === 0) writeFileSync(stamp, source);
  return code === 0;
};

export const ensureBuild = async (): Promise<boolean> => {
  if (builtFrom() === fingerprint(inputs)) return true;
  console.error('Building ...');
  return build();
};

/** Ends this process if the build fails. */
export const requireBuild = async (): Promise<void> => {
  if (!(await ensureBuild())) process.exit(1);
};

export const main = async (): Promise<void> => {
  if (!(await build())) process.exitCode = 1;
};
