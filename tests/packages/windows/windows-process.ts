import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import type { WindowsApp } from './windows-app.ts';
import { asWindowsPath, type Wine } from './wine.ts';

export type WindowsProcess<Command, Report> = {
  send: (command: Command) => void;
  report: (isWanted: (report: Report) => boolean) => Promise<Report>;
  kill: () => Promise<void>;
  ended: Promise<unknown>;
};

const receive = async (port: ReturnType<typeof createServer>): Promise<Socket> => {
  const [socket] = await once(port, 'connection');
  return socket;
};

/** Starts one of the app's utility processes in Windows Node and exchanges messages with it, like the desktop app. */
export const startWindowsProcess = async <Command, Report>({
  wine: { shared, command, run },
  app: { files, node },
  script,
  env = {},
  output = 'ignore',
}: {
  wine: Wine;
  app: WindowsApp;
  script: string;
  env?: Record<string, string>;
  /** File descriptor for the output. In Wine, sharp runs only without output. */
  output?: 'ignore' | number;
}): Promise<WindowsProcess<Command, Report>> => {
  const parentPort = join(shared, 'parent-port.mjs');
  cpSync(join(import.meta.dirname, 'parent-port.mjs'), parentPort);
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const main = asWindowsPath(join(files, 'out/main/server', script));
  const importUrl = pathToFileURL(parentPort).href.replace('file:///', 'file:///Z:/');
  const child = spawn(command, [asWindowsPath(node), '--import', importUrl, main], {
    env: { ...process.env, TEST_PARENT_PORT: String((server.address() as AddressInfo).port), ...env },
    stdio: ['ignore', output, output],
  });
  const ended = once(child, 'exit').finally(() => server.close());
  const failure = ended.then(() => Promise.reject(new Error(`${script} ended`)));
  failure.catch(() => undefined);
  const socket = await Promise.race([receive(server), failure]);
  // Killing the process resets the socket.
  socket.on('error', () => undefined);
  const reports: Report[] = [];
  let pid = 0;
  const lines = createInterface({ input: socket });
  lines.on('line', (line) => {
    const message = JSON.parse(line);
    if ('crash' in message) console.error(`${script} crashed: ${message.crash}`);
    else if ('pid' in message) pid = message.pid;
    else reports.push(message);
  });
  return {
    ended,
    send: (message) => void socket.write(`${JSON.stringify(message)}\n`),
    report: async (isWanted) => {
      for (;;) {
        const report = reports.shift();
        if (report === undefined) await Promise.race([once(lines, 'line'), failure]);
        else if (isWanted(report)) return report;
      }
    },
    kill: async () => {
      await run(['taskkill', '/f', '/pid', String(pid)]);
      await ended;
    },
  };
};
