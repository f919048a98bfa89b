import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import type { ServerConfig } from '../../../src/server/lib/config.ts';
import { type RunningServer, startServer } from '../../../src/server/start.ts';

export type Command = { key: number; id: string; fakeTime: number; config?: ServerConfig };
export type Reply = { key: number; url?: string | undefined; error?: string | undefined };

/** The proxy sends the time of the tests with each request; 0 if it isn't faked. */
const timeHeader = 'x-test-time';

const realNow = Date.now;
let fakeTime = 0;
const now = () => fakeTime || realNow();

globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

subscribe('http.server.request.start', (message) => {
  fakeTime = Number((message as { request: IncomingMessage }).request.headers[timeHeader] ?? 0);
});

const running = new Map<string, RunningServer>();

/** Starts a server if there is a `config`, else stops the one with this id. */
const handle = async ({ id, config, ...command }: Command): Promise<Omit<Reply, 'key'>> => {
  fakeTime = command.fakeTime;
  if (config) {
    const server = await startServer(config);
    running.set(id, server);
    return { url: server.url };
  }
  await running.get(id)?.stop();
  running.delete(id);
  return {};
};

process.on('message', async (command: Command) => {
  const reply = await handle(command).catch((error: unknown) => ({ error: String(error) }));
  process.send?.({ ...reply, key: command.key } satisfies Reply);
});
// The parent process has ended.
process.on('disconnect', () => process.exit(0));
