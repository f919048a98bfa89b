import type BetterSqlite from 'better-sqlite3';
import PQueue from 'p-queue';

/** The only transaction on a connection, until it ends. */
export type WriteTurn = { commit: () => void; rollback: () => void };

/** Runs the transactions of a connection one after the other. */
export const createWriteQueue = (connection: BetterSqlite.Database) => {
  const queue = new PQueue({ concurrency: 1 });

  /** Waits for the transactions before it, and begins one. */
  const begin = async (): Promise<WriteTurn> => {
    const release = await new Promise<() => void>((resolve) => {
      void queue.add(() => new Promise<void>((end) => resolve(end)));
    });
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
    return {
      commit: () =>
        end(() => {
          // On a full or failing disk SQLite rolls back the whole transaction.
          if (!connection.inTransaction) throw new Error('SQLite rolled back the transaction');
          connection.exec('COMMIT');
        }),
      rollback: () => end(() => {}),
    };
  };

  return { begin, isAwaited: () => queue.size > 0, drain: () => queue.onIdle() };
};

export type WriteQueue = ReturnType<typeof createWriteQueue>;
