import PQueue from 'p-queue';

/** Runs tasks with the same key one at a time; a failed task doesn't stop the next one. */
export const createKeyedQueue = () => {
  const queues = new Map<string, PQueue>();
  return <Result>(key: string, task: () => Promise<Result>): Promise<Result> => {
    const queue = queues.get(key) ?? new PQueue({ concurrency: 1 });
    if (!queues.has(key)) queue.on('idle', () => queues.delete(key));
    queues.set(key, queue);
    return queue.add(task);
  };
};
