import type { DatabaseHandle } from './database-handle.ts';

/** Adds `onCommit` to a database handle. */
export const withCommitEvents = (databaseHandle: Omit<DatabaseHandle, 'onCommit'>): DatabaseHandle => {
  const listeners = new Set<() => void>();
  const afterCommit = <Result>(result: Result): Result => {
    for (const listener of listeners) listener();
    return result;
  };
  const { transaction, longTransaction, stagedTransaction } = databaseHandle;
  return {
    ...databaseHandle,
    transaction: (work) => transaction(work).then(afterCommit),
    longTransaction: (work) => longTransaction(work).then(afterCommit),
    stagedTransaction: (work, options) => stagedTransaction(work, options).then(afterCommit),
    onCommit: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
