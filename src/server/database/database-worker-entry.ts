import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite from 'better-sqlite3';
import type { DatabaseReply, DatabaseTask } from './database-worker.ts';
import { findSqliteDamage } from './sqlite-damage.ts';
import { busyTimeout, configureWriter } from './sqlite-writer.ts';
import { createStaged } from './staged-copy.ts';
import { replayWrites } from './write-log.ts';

type ReplayTask = Extract<DatabaseTask, { kind: 'replay' }>;

type Connections = { connection: BetterSqlite.Database; staged: BetterSqlite.Database };

/** True if another write has changed the same records, or records of a dependency, since the transaction began. */
const isStale = ({ connection, staged }: Connections, { since, dependencies }: ReplayTask): boolean => {
  const changedIds = new Set(staged.prepare('SELECT recordId FROM history').pluck().all());
  const changes = connection.prepare<[number], { resource: string; recordId: string }>(
    'SELECT resource, recordId FROM history WHERE rowid > ?',
  );
  return changes
    .all(since)
    .some(({ resource, recordId }) => changedIds.has(recordId) || dependencies.includes(resource));
};

const isConstraint = (error: unknown): boolean =>
  error instanceof BetterSqlite.SqliteError && error.code.startsWith('SQLITE_CONSTRAINT');

const replay = (connections: Connections, task: ReplayTask): DatabaseReply => {
  const { connection } = connections;
  connection.exec('BEGIN IMMEDIATE');
  try {
    if (isStale(connections, task)) return { outcome: 'stale' };
    const flag = new Int32Array(task.cancelled);
    if (!replayWrites(connections, () => Atomics.load(flag, 0) === 1)) return { outcome: 'cancelled' };
    connection.exec('COMMIT');
    return { outcome: 'applied' };
  } catch (error) {
    if (isConstraint(error)) return { outcome: 'stale' };
    throw error;
  } finally {
    if (connection.inTransaction) connection.exec('ROLLBACK');
  }
};

const checkpoint = (connection: BetterSqlite.Database): void => {
  connection.exec('PRAGMA wal_checkpoint(PASSIVE)');
};

const replayAndCheckpoint = (task: ReplayTask, answer: (reply: DatabaseReply) => void): void => {
  const staged = new BetterSqlite(task.stagedPath, { readonly: true });
  const connection = new BetterSqlite(task.path);
  try {
    configureWriter(connection);
    connection.exec('PRAGMA wal_autocheckpoint = 0');
    connection.prepare('ATTACH ? AS staged').run(task.stagedPath);
    answer(replay({ connection, staged }, task));
    // Other writes have resumed. A checkpoint on their connection would delay their requests.
    checkpoint(connection);
  } finally {
    connection.close();
    staged.close();
  }
};

const checkpointFile = (path: string): void => {
  const connection = new BetterSqlite(path, { timeout: busyTimeout });
  try {
    connection.exec('PRAGMA synchronous = FULL');
    checkpoint(connection);
  } finally {
    connection.close();
  }
};

const check = (path: string): DatabaseReply => {
  const connection = new BetterSqlite(path, { readonly: true, timeout: busyTimeout });
  try {
    return { outcome: 'applied', damage: findSqliteDamage(connection) };
  } finally {
    connection.close();
  }
};

const answer = (reply: DatabaseReply) => parentPort?.postMessage(reply);
const task = workerData as DatabaseTask;
if (task.kind === 'replay') replayAndCheckpoint(task, answer);
else if (task.kind === 'check') answer(check(task.path));
else {
  if (task.kind === 'copy') createStaged(task);
  else checkpointFile(task.path);
  answer({ outcome: 'applied' });
}
