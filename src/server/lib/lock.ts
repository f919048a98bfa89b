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
