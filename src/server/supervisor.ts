import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { serverProcess } from '#shared/server-process.ts';

/** Milliseconds before the first restart; each further crash within a minute doubles them. */
const firstDelay = 500;
const maxDelay = 30_000;
const minute = 60_000;

const command = import.meta.url.endsWith('.ts') ? './cli.ts' : './cli.js';

let server: ChildProcess | undefined;
let isStopping = false;
let hasStarted = false;

const runServer = async (): Promise<{ code: number | null; reason: string }> => {
  const child = fork(new URL(command, import.meta.url), process.argv.slice(2), {
    execArgv: [...serverProcess.execArgv, ...process.execArgv],
    env: { ...serverProcess.env, ...process.env },
  });
  server = child;
  child.once('message', () => {
    hasStarted = true;
  });
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, reason: signal ?? `exit code ${code}` }));
  });
};

// Ctrl+C reaches both processes, and the server ignores the second signal.
const stop = (signal: NodeJS.Signals) => {
  isStopping = true;
  if (server?.exitCode === null && server.signalCode === null) server.kill(signal);
  else process.exit(0);
};
process.on('SIGTERM', stop);
process.on('SIGINT', stop);

let delay = firstDelay;
for (;;) {
  const startedAt = Date.now();
  const { code, reason } = await runServer();
  // Wrong options or a damaged database can't be fixed by another start.
  if (isStopping || !hasStarted || code === 0) process.exit(code ?? 1);
  delay = Date.now() - startedAt > minute ? firstDelay : Math.min(delay * 2, maxDelay);
  process.stderr.write(`The server stopped unexpectedly (${reason}). Restarting it.\n`);
  await setTimeout(delay);
}
