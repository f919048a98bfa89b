import { pathToFileURL } from 'node:url';
import { ensureBuild } from './build.ts';
import { serverScript } from './lib/server.ts';

/** Runs the built server in this very process, so that signals and exit codes are its own. */
export const runServer = async (args: readonly string[]): Promise<void> => {
  if (!(await ensureBuild())) {
    process.exitCode = 1;
    return;
  }
  process.argv = [process.execPath, serverScript, ...args];
  await import(pathToFileURL(serverScript).href);
};

export const main = (args: readonly string[]): Promise<void> => runServer(['--web', ...args]);
