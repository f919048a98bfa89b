import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite from 'better-sqlite3';
import type { DatabaseReply, DatabaseTask } from './database-worker.ts';
import { findSqliteDamage } from './pragma.ts';
import { createCopy } from './scratch-copy.ts';
import { busyTimeout } from './single-connection.ts';

const check = (path: string): string[] => {
  const connection = new BetterSqlite(path, { readonly: true, timeout: busyTimeout });
  try {
    return findSqliteDamage(connection);
  } finally {
    connection.close();
  }
};

const answer = (reply: DatabaseReply) => parentPort?.postMessage(reply);
const task = workerData as DatabaseTask;
if (task.kind === 'check') answer({ damage: check(task.path) });
else {
  createCopy(task);
  answer({ damage: [] });
}
