import type { DatabaseTransaction } from './tables.ts';

type Work<Result> = (transaction: DatabaseTransaction) => Promise<Result>;

/** Runs `finish` after `work` in the same transaction. */
export const withFinish =
  <Result>(work: Work<Result>, finish: Work<void> = async () => {}): Work<Result> =>
  async (transaction) => {
    const result = await work(transaction);
    await finish(transaction);
    return result;
  };
