import { pathToFileURL } from 'node:url';
import { requireBuild } from './build.ts';
import { inRoot } from './lib/paths.ts';

/** Runs a script of the built server in this process, so that signals and exit codes are its own. */
export const main = async ([name, ...args]: readonly string[]): Promise<void> => {
  await requireBuild();
  const script = inRoot(`out/main/server/${name}.js`);
  process.argv = [process.execPath, script, ...args];
  await import(pathToFileURL(script).href);
};
