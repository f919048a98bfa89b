/** Milliseconds from a stop to the end of the process, even if work still runs. */
export const stopLimit = 15_000;

/** Ends the process at once, while an exit would wait for a file operation that hangs. */
export const killProcess = (): void => void process.kill(process.pid, 'SIGKILL');

/** Stops the server and ends the process: by force if that takes longer than `limit`. */
export const endProcess = async (
  stop: () => Promise<void>,
  { code, limit = stopLimit }: { code: number; limit?: number },
): Promise<void> => {
  setTimeout(killProcess, limit);
  try {
    await stop();
    process.exit(code);
  } catch (error) {
    process.stderr.write(`The server didn't shut down cleanly: ${error}\n`);
    process.exit(1);
  }
};

/**
 * After an uncaught error, finishes the requests in flight and ends the process, because its state may be inconsistent.
 * The supervisor or the desktop app restarts it.
 */
export const stopAfterUncaughtError = (stop: () => Promise<void>): void => {
  process.on('uncaughtException', (error) => {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    void endProcess(stop, { code: 1 });
  });
};

/** Milliseconds for which signals count as one: both the terminal and npm send that of a Ctrl+C. */
const duplicateSignals = 500;

/** Calls `stop` at the first signal to end, and `kill` at the second. */
export const onSignals = ({ stop, kill }: { stop: () => void; kill: () => void }): void => {
  let stoppedAt: number | undefined;
  const onSignal = () => {
    if (stoppedAt === undefined) stop();
    else if (performance.now() - stoppedAt > duplicateSignals) kill();
    stoppedAt ??= performance.now();
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
};

/** Keeps the process running when the reader of its output has gone. */
export const ignoreOutputErrors = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
};
