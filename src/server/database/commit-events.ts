import type { DatabaseHandle } from './database-handle.ts';

/** Adds `onCommit` to a database handle. */
export const withCommitEvents = (databaseHandle: Omit<DatabaseHandle, 'onCommit'>): DatabaseHandle => {
  const listeners = new Set<() => void>();
  const afterCommit = <Result>(result: Result): Result => {
    for (const listener of listeners) listener();
    return result;
  };
  const { transaction, longTransaction } = databaseHandle;
  return {
    ...databaseHandle,
    transaction: (work) => transaction(work).then(afterCommit),
    longTransaction: (work) =>
      longTransaction((database, pause) =>
        work(database, async (options) => (await pause(options)) && afterCommit(true)),
      ).then(afterCommit),
    onCommit: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
