import { runBuilt } from './build.ts';
import { inRoot } from './lib/paths.ts';

/** Brings a server to what a backup holds. */
export const main = (args: readonly string[]): Promise<void> =>
  runBuilt(inRoot('out/main/server/restore.js'), args);
