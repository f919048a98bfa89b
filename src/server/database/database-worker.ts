import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Copies a SQLite file, or looks for damage if there is no `copyPath`. */
export type DatabaseTask = { path: string; copyPath?: string };

// From source, the worker is next to this file. Built, this code is in a chunk one folder below the worker's entry in
// electron.vite.config.ts.
const workerUrl = new URL(
  import.meta.url.endsWith('.ts') ? './database-worker-entry.ts' : '../database-worker-entry.js',
  import.meta.url,
);

/** Runs tasks on SQLite files, each on its own thread, so that requests don't wait for them. */
export const createDatabaseWorkers = () => {
  const exits = new Set<Promise<unknown>>();

  /** Returns messages about damage. Resolves before the thread ends. Rejects if the task fails or is aborted. */
  const run = async (task: DatabaseTask, signal?: AbortSignal): Promise<string[]> => {
    const worker = new Worker(workerUrl, {
      // No `env`: the worker needs the server's NODE_OPTIONS, which may replace better-sqlite3.
      workerData: task,
      execArgv: [],
      // A worker would otherwise have the limits of a process (ADR 49).
      resourceLimits: { maxYoungGenerationSizeMb: 24 },
    });
    const exit = once(worker, 'exit')
      .catch(() => {})
      .finally(() => exits.delete(exit));
    exits.add(exit);
    const terminate = () => void worker.terminate();
    signal?.addEventListener('abort', terminate);
    try {
      const [damage] = (await once(worker, 'message', signal && { signal })) as [string[]];
      return damage;
    } finally {
      signal?.removeEventListener('abort', terminate);
    }
  };

  return { run, drain: () => Promise.all(exits) };
};

export type DatabaseWorkers = ReturnType<typeof createDatabaseWorkers>;
