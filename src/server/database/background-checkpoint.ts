import type BetterSqlite from 'better-sqlite3';
import type { DatabaseWorkers } from './database-worker.ts';

/** Number of changed rows from which a checkpoint takes long enough to matter. */
const largeTransaction = 1000;

/** SQLite's default. */
const autocheckpointPages = 1000;

/**
 * Returns a function that commits the connection's transaction. After a large one, the checkpoint runs on another
 * thread: SQLite would run it within the commit, and the requests of its group would wait for it.
 */
export const createCommit = ({
  connection,
  path,
  workers,
}: {
  connection: BetterSqlite.Database;
  path: string;
  workers: DatabaseWorkers;
}) => {
  const totalChanges = connection.prepare<[], { total: number }>('SELECT total_changes() AS total');
  const countChanges = () => totalChanges.get()?.total ?? 0;
  let committedChanges = countChanges();
  let runningCheckpoints = 0;

  const checkpoint = async () => {
    runningCheckpoints += 1;
    // If it fails, the next small commit runs it.
    await workers.run({ kind: 'checkpoint', path }).catch(() => {});
    runningCheckpoints -= 1;
    if (runningCheckpoints > 0 || !connection.open) return;
    connection.exec(`PRAGMA wal_autocheckpoint = ${autocheckpointPages}`);
    connection.exec('PRAGMA shrink_memory');
  };

  return (): void => {
    const changes = countChanges();
    const isLarge = changes - committedChanges >= largeTransaction;
    committedChanges = changes;
    if (!isLarge) {
      connection.exec('COMMIT');
      return;
    }
    connection.exec('PRAGMA wal_autocheckpoint = 0');
    try {
      connection.exec('COMMIT');
    } finally {
      void checkpoint();
    }
  };
};
