import PQueue from 'p-queue';

/** Lets one holder at a time go on, in the order in which they asked. */
export const createLock = () => {
  const queue = new PQueue({ concurrency: 1 });
  return {
    /** Returns the function that releases the lock. */
    acquire: () =>
      new Promise<() => void>((resolve) => {
        void queue.add(() => new Promise<void>((release) => resolve(release)));
      }),
    isFree: () => queue.pending === 0,
    isAwaited: () => queue.size > 0,
    onFree: () => queue.onIdle(),
  };
};

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
