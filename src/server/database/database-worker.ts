import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

type Paths = { path: string; stagedPath: string };

export type DatabaseTask =
  | { kind: 'checkpoint'; path: string }
  | ({ kind: 'copy' } & Paths)
  | ({ kind: 'replay'; dependencies: readonly string[]; cancelled: SharedArrayBuffer } & Paths);

export type DatabaseReply = { outcome: 'applied' | 'stale' | 'cancelled' };

// From source, the worker is next to this file. Built, this code is in a chunk one folder below the worker's entry in
// electron.vite.config.ts.
const workerUrl = new URL(
  import.meta.url.endsWith('.ts') ? './database-worker-entry.ts' : '../database-worker-entry.js',
  import.meta.url,
);

/** Runs tasks on SQLite files, each on its own thread, so that requests don't wait for them. */
export const createDatabaseWorkers = () => {
  const exits = new Set<Promise<unknown>>();

  /** Resolves with the outcome, which may be before the thread ends, and rejects if the task fails. */
  const run = async (task: DatabaseTask): Promise<DatabaseReply> => {
    const worker = new Worker(workerUrl, { workerData: task, env: {}, execArgv: [] });
    const exit = once(worker, 'exit')
      .catch(() => {})
      .finally(() => exits.delete(exit));
    exits.add(exit);
    const [reply] = (await once(worker, 'message')) as [DatabaseReply];
    return reply;
  };

  return { run, drain: () => Promise.all(exits) };
};

export type DatabaseWorkers = ReturnType<typeof createDatabaseWorkers>;
