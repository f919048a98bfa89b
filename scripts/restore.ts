import { runBuilt } from './build.ts';
import { inRoot } from './lib/paths.ts';

export const main = (args: readonly string[]): Promise<void> =>
  runBuilt(inRoot('out/main/server/restore.js'), args);
