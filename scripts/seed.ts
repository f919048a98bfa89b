import { runBuilt } from './build.ts';
import { inRoot } from './lib/paths.ts';

/** Fills a database with made-up records. */
export const main = (args: readonly string[]): Promise<void> =>
  runBuilt(inRoot('out/main/server/seed.js'), args);
