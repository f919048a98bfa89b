import { runBuilt } from './build.ts';
import { serverScript } from './lib/server.ts';

export const main = (args: readonly string[]): Promise<void> => runBuilt(serverScript, ['--web', ...args]);
