/**
 * After an uncaught error, finishes the requests in flight and ends the process, because its state may be inconsistent.
 * The supervisor or the desktop app restarts it.
 */
export const stopAfterUncaughtError = (stop: () => Promise<void>): void => {
  process.on('uncaughtException', (error) => {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    void stop().finally(() => process.exit(1));
  });
};
