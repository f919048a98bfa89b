/**
 * After an error that nothing caught, finishes the requests in flight and ends the process, because its state may be
 * inconsistent. Whoever started it starts another one.
 */
export const stopAfterUncaughtError = (stop: () => Promise<void>): void => {
  process.on('uncaughtException', (error) => {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    void stop().finally(() => process.exit(1));
  });
};
