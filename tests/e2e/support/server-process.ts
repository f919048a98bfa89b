import { pathToFileURL } from 'node:url';
import { inRoot } from '../../../scripts/lib/paths.ts';
import type { ServerConfig } from '../../../src/server/lib/config.ts';
import type * as Built from '../../../src/server/start.ts';

export type Command = { type: 'start'; config: ServerConfig } | { type: 'stop' };
export type Reply = { url?: string | undefined; error?: string | undefined };

const script = inRoot('out/main/server/start.js');
const { startServer } = (await import(pathToFileURL(script).href)) as typeof Built;

let running: Built.RunningServer | undefined;

const handleCommand = async (command: Command): Promise<Reply> => {
  if (command.type === 'start') {
    running = await startServer(command.config);
    return { url: running.url };
  }
  await running?.stop();
  running = undefined;
  return {};
};

process.on('message', async (command: Command) => {
  const reply = await handleCommand(command).catch((error: unknown) => ({ error: String(error) }));
  process.send?.(reply);
});
// The parent process has ended.
process.on('disconnect', () => process.exit(0));
