import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { serverProcess } from '#shared/server-process.ts';
import { ignoreOutputErrors, onSignals, stopLimit } from './lib/process-end.ts';

/** Milliseconds before the first restart; each further crash within a minute doubles them. */
const firstDelay = 500;
const maxDelay = 30_000;
const minute = 60_000;

const command = import.meta.url.endsWith('.ts') ? './cli.ts' : './cli.js';

let server: ChildProcess | undefined;
let isStopping = false;
let hasStarted = false;
let limit = stopLimit;

ignoreOutputErrors();

const runServer = async (): Promise<{ code: number | null; reason: string }> => {
  const child = fork(new URL(command, import.meta.url), process.argv.slice(2), {
    execArgv: [...serverProcess.execArgv, ...process.execArgv],
    env: { ...serverProcess.env, ...process.env },
  });
  server = child;
  child.once('message', (limitOfServer) => {
    hasStarted = true;
    limit = Number(limitOfServer);
  });
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, reason: signal ?? `exit code ${code}` }));
  });
};

const kill = () => void server?.kill('SIGKILL');
onSignals({
  stop: () => {
    isStopping = true;
    if (server?.exitCode !== null || server.signalCode !== null) process.exit(0);
    // Ctrl+C reaches both processes, and a signal from here would be the server's second one.
    if (server.connected) server.disconnect();
    // The server may be too busy to end itself.
    setTimeout(kill, limit);
  },
  kill,
});

let delay = firstDelay;
for (;;) {
  const startedAt = performance.now();
  const { code, reason } = await runServer();
  // Wrong options or a damaged database can't be fixed by another start.
  if (isStopping || !hasStarted || code === 0) process.exit(code ?? 1);
  if (performance.now() - startedAt > minute) delay = firstDelay;
  process.stderr.write(`The server stopped unexpectedly (${reason}). Restarting it in ${delay} ms.\n`);
  await wait(delay);
  delay = Math.min(delay * 2, maxDelay);
}
