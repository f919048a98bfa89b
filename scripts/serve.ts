import { runServer } from './web.ts';

export const main = (args: readonly string[]): Promise<void> => runServer(args);
