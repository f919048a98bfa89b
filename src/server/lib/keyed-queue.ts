import PQueue from 'p-queue';

/** Runs the tasks of a key one after the other; a failed one doesn't stop those behind it. */
export const createKeyedQueue = () => {
  const queues = new Map<string, PQueue>();
  return <Result>(key: string, task: () => Promise<Result>): Promise<Result> => {
    const queue = queues.get(key) ?? new PQueue({ concurrency: 1 });
    if (!queues.has(key)) queue.on('idle', () => queues.delete(key));
    queues.set(key, queue);
    return queue.add(task);
  };
};
