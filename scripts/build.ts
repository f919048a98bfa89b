import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
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

/** Builds everything into out/. What the build prints goes to stderr: stdout belongs to the command that needs it. */
export const build = async (): Promise<boolean> => {
  // Taken before: what changes while it builds makes the build stale.
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

/** Builds where out/ is not what the source says now. */
export const ensureBuild = async (): Promise<boolean> => {
  if (builtFrom() === fingerprint(inputs)) return true;
  console.error('Building ...');
  return build();
};

/** Runs what is built from a script in this very process, so that signals and exit codes are its own. */
export const runBuilt = async (script: string, args: readonly string[]): Promise<void> => {
  if (!(await ensureBuild())) {
    process.exitCode = 1;
    return;
  }
  process.argv = [process.execPath, script, ...args];
  await import(pathToFileURL(script).href);
};

export const main = async (): Promise<void> => {
  if (!(await build())) process.exitCode = 1;
};
