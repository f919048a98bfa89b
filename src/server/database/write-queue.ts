import type BetterSqlite from 'better-sqlite3';
import { createLock } from '../lib/queues.ts';

/** The only transaction on a connection, until it ends. */
export type WriteTurn = { commit: () => void; rollback: () => void };

/** Runs the transactions of a connection one after the other. */
export const createWriteQueue = (connection: BetterSqlite.Database) => {
  const lock = createLock();

  /** Waits for the transactions before it, and begins one. */
  const begin = async (): Promise<WriteTurn> => {
    const release = await lock.acquire();
    let hasEnded = false;
    const end = (work: () => void): void => {
      if (hasEnded) return;
      hasEnded = true;
      try {
        work();
      } finally {
        if (connection.inTransaction) connection.exec('ROLLBACK');
        release();
      }
    };
    try {
      connection.exec('BEGIN IMMEDIATE');
    } catch (error) {
      release();
      throw error;
    }
    const commit = () => {
      // On a full or failing disk SQLite rolls back the whole transaction.
      if (!connection.inTransaction) throw new Error('SQLite rolled back the transaction');
      connection.exec('COMMIT');
    };
    return { commit: () => end(commit), rollback: () => end(() => {}) };
  };

  return { begin, isAwaited: lock.isAwaited, drain: lock.onFree };
};

export type WriteQueue = ReturnType<typeof createWriteQueue>;
