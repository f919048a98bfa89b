import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';

/**
 * Sends one message at a time to another thread, which starts with the first one, and returns the answers. If the thread
 * stops, only the current message is rejected. From source, `url` is a file next to its caller; built, the caller is in a
 * chunk one folder below the entry in electron.vite.config.ts.
 */
export const createWorkerThread = <Input, Output>(url: URL) => {
  const queue = new PQueue({ concurrency: 1 });
  let running: { worker: Worker; signal: AbortSignal } | undefined;
  const start = () => {
    const worker = new Worker(url, { env: {}, execArgv: [] });
    const stopped = new AbortController();
    // An idle worker doesn't keep the server running.
    worker.unref();
    worker.on('error', () => {});
    worker.on('exit', () => {
      running = undefined;
      stopped.abort();
    });
    return { worker, signal: stopped.signal };
  };
  return (input: Input): Promise<Output> =>
    queue.add(async () => {
      running ??= start();
      const { worker, signal } = running;
      worker.postMessage(input);
      return ((await once(worker, 'message', { signal })) as [Output])[0];
    });
};
