import { deserialize } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite from 'better-sqlite3';
import type { DatabaseReply, DatabaseTask } from './database-worker.ts';
import { findSqliteDamage } from './sqlite-damage.ts';
import { busyTimeout, configureWriter } from './sqlite-writer.ts';

type CopyTask = Extract<DatabaseTask, { kind: 'copy' }>;
type ReplayTask = Extract<DatabaseTask, { kind: 'replay' }>;

const copy = async ({ path, stagedPath }: CopyTask): Promise<void> => {
  const connection = new BetterSqlite(path, { readonly: true });
  try {
    // In one step, because a write between two steps would restart the copy.
    await connection.backup(stagedPath, { progress: () => Number.MAX_SAFE_INTEGER });
  } finally {
    connection.close();
  }
};

type Connections = { connection: BetterSqlite.Database; staged: BetterSqlite.Database };

/** True if another write has changed the same records, or records of a dependency, since the copy was made. */
const isStale = ({ connection, staged }: Connections, { dependencies }: ReplayTask): boolean => {
  const { first } = staged.prepare('SELECT first FROM stagedHistory').get() as { first: number };
  const changes = 'SELECT resource, recordId FROM history WHERE rowid > ?';
  const changedIds = new Set(
    (staged.prepare(changes).all(first) as { recordId: string }[]).map(({ recordId }) => recordId),
  );
  return (connection.prepare(changes).all(first) as { resource: string; recordId: string }[]).some(
    ({ resource, recordId }) => changedIds.has(recordId) || dependencies.includes(resource),
  );
};

const apply = ({ connection, staged }: Connections, isCancelled: () => boolean): 'applied' | 'cancelled' => {
  const prepared = new Map<string, BetterSqlite.Statement<unknown[]>>();
  const statements = staged.prepare('SELECT sql, parameters FROM stagedStatement ORDER BY _id');
  for (const row of statements.iterate() as Iterable<{ sql: string; parameters: Buffer }>) {
    if (isCancelled()) return 'cancelled';
    const statement = prepared.get(row.sql) ?? connection.prepare<unknown[]>(row.sql);
    prepared.set(row.sql, statement);
    const parameters = deserialize(row.parameters) as unknown[];
    if (statement.reader) statement.all(parameters);
    else statement.run(parameters);
  }
  return isCancelled() ? 'cancelled' : 'applied';
};

const isConstraint = (error: unknown): boolean =>
  error instanceof BetterSqlite.SqliteError && error.code.startsWith('SQLITE_CONSTRAINT');

const replay = (connections: Connections, task: ReplayTask): DatabaseReply => {
  const { connection } = connections;
  connection.exec('BEGIN IMMEDIATE');
  try {
    if (isStale(connections, task)) return { outcome: 'stale' };
    const flag = new Int32Array(task.cancelled);
    const outcome = apply(connections, () => Atomics.load(flag, 0) === 1);
    if (outcome === 'applied') connection.exec('COMMIT');
    return { outcome };
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
  if (task.kind === 'copy') await copy(task);
  else checkpointFile(task.path);
  answer({ outcome: 'applied' });
}
