import { setImmediate } from 'node:timers/promises';
import type BetterSqlite from 'better-sqlite3';
import PQueue from 'p-queue';

/** A transaction in a group. Both functions wait for the commit of the group and reject if it fails. */
export type Member = { commit: () => Promise<void>; rollback: (cause?: unknown) => Promise<void> };

type Group = {
  openedAt: number;
  committed: Promise<void>;
  settle: (error?: unknown) => void;
};

/** Milliseconds after which a group accepts no more transactions, so that its first one doesn't wait long. */
const maxAge = 50;

const createGroup = (): Group => {
  let settle: Group['settle'] = () => {};
  const committed = new Promise<void>((resolve, reject) => {
    settle = (error) => (error === undefined ? resolve() : reject(error));
  });
  // Prevents an unhandled rejection: each member awaits the promise separately.
  committed.catch(() => {});
  return { openedAt: performance.now(), committed, settle };
};

/**
 * Lets concurrent transactions share one commit, and so one disk sync. They run one after the other. All but the first
 * run in a savepoint, which costs a copy of every changed page. A transaction with `commitsSeparately` commits separately, so
 * that no other waits for its end.
 */
export const createGroupCommit = ({
  connection,
  commit,
}: {
  connection: BetterSqlite.Database;
  commit: () => void;
}) => {
  const queue = new PQueue({ concurrency: 1 });
  let open: Group | undefined;

  const close = (): void => {
    const group = open;
    if (!group) return;
    open = undefined;
    try {
      commit();
      group.settle();
    } catch (error) {
      if (connection.inTransaction) connection.exec('ROLLBACK');
      group.settle(error);
    }
  };

  // Runs after all waiting transactions, and after requests that have arrived meanwhile.
  const closeLater = (group: Group): void => {
    const closeUnlessJoined = async () => {
      await setImmediate();
      if (open !== group) return;
      if (queue.sizeBy({ priority: 0 }) > 0) closeLater(group);
      else close();
    };
    void queue.add(closeUnlessJoined, { priority: -1 });
  };

  const begin = (): Group => {
    connection.exec('BEGIN IMMEDIATE');
    const group = createGroup();
    open = group;
    closeLater(group);
    return group;
  };

  const acquire = (): Promise<() => void> =>
    new Promise((resolve) => {
      void queue.add(() => new Promise<void>((release) => resolve(release)));
    });

  /** Waits for the connection and occupies it until the member commits or rolls back. */
  const join = async ({ commitsSeparately }: { commitsSeparately: boolean }): Promise<Member> => {
    const release = await acquire();
    let group: Group;
    let isFirst: boolean;
    try {
      if (commitsSeparately) close();
      isFirst = !open;
      group = open ?? begin();
      if (!isFirst) connection.exec('SAVEPOINT member');
    } catch (error) {
      release();
      throw error;
    }
    let hasEnded = false;
    const end = (): Promise<void> => {
      hasEnded = true;
      if (commitsSeparately || performance.now() - group.openedAt > maxAge) close();
      release();
      return group.committed;
    };
    return {
      commit: () => {
        if (!isFirst) connection.exec('RELEASE member');
        return end();
      },
      rollback: async (cause) => {
        if (hasEnded) return;
        const { inTransaction } = connection;
        if (inTransaction && !isFirst) {
          connection.exec('ROLLBACK TO member');
          connection.exec('RELEASE member');
        } else {
          open = undefined;
          if (inTransaction) connection.exec('ROLLBACK');
          // On a full or failing disk SQLite rolls back the whole transaction.
          group.settle(
            inTransaction ? undefined : (cause ?? new Error('SQLite rolled back the transaction')),
          );
        }
        await end();
      },
    };
  };

  /** Runs `work` while nothing is written on this connection. */
  const pause = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const release = await acquire();
    close();
    return work().finally(release);
  };

  return { join, pause, drain: () => queue.onIdle() };
};

export type GroupCommit = ReturnType<typeof createGroupCommit>;
