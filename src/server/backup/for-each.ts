import PQueue from 'p-queue';

/** Files that are copied at the same time. */
const concurrency = 8;

/** Runs `work` for several names at a time. After a failure, it starts no more, and rejects once none is running. */
export const forEachName = async (
  names: readonly string[],
  work: (name: string) => Promise<void>,
): Promise<void> => {
  const queue = new PQueue({ concurrency });
  try {
    await queue.addAll(names.map((name) => () => work(name)));
  } finally {
    queue.clear();
    await queue.onIdle();
  }
};
