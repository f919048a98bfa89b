import { setImmediate } from 'node:timers/promises';
import type BetterSqlite from 'better-sqlite3';
import PQueue from 'p-queue';

/** Part of a group: both ends wait until the whole group is committed, and fail when that fails. */
export type Member = { commit: () => Promise<void>; rollback: (cause?: unknown) => Promise<void> };

export type GroupCommit = {
  /** Waits for its turn on the connection, which it has until it commits or rolls back. */
  join: (options: { isAlone: boolean }) => Promise<Member>;
  /** Runs work while nothing is written on this connection. */
  pause: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Waits until no transaction is open. */
  drain: () => Promise<void>;
};

type Group = {
  openedAt: number;
  /** Whether a member was not rolled back. */
  hasWrites: boolean;
  committed: Promise<void>;
  settle: (error?: unknown) => void;
};

/** Nobody waits longer than this, in milliseconds, for others to join. */
const maxAge = 50;

const createGroup = (): Group => {
  let settle: Group['settle'] = () => {};
  const committed = new Promise<void>((resolve, reject) => {
    settle = (error) => (error === undefined ? resolve() : reject(error));
  });
  // Each member hears of it by itself.
  committed.catch(() => {});
  return { openedAt: performance.now(), hasWrites: false, committed, settle };
};

/**
 * Lets transactions that come at the same time share one commit, and so one sync of the disk. They run one after the
 * other, each in a savepoint, and end together. One that is alone shares with none: nobody has to wait for its end.
 */
export const createGroupCommit = (connection: BetterSqlite.Database): GroupCommit => {
  const turns = new PQueue({ concurrency: 1 });
  let open: Group | undefined;

  const close = (): void => {
    const group = open;
    if (!group) return;
    open = undefined;
    try {
      connection.exec(group.hasWrites ? 'COMMIT' : 'ROLLBACK');
      group.settle();
    } catch (error) {
      if (connection.inTransaction) connection.exec('ROLLBACK');
      group.settle(error);
    }
  };

  // After whoever waits, and whoever's request has arrived by then.
  const closeLater = (group: Group): void => {
    const closeUnlessJoined = async () => {
      await setImmediate();
      if (open !== group) return;
      if (turns.sizeBy({ priority: 0 }) > 0) closeLater(group);
      else close();
    };
    void turns.add(closeUnlessJoined, { priority: -1 });
  };

  const begin = (): Group => {
    connection.exec('BEGIN IMMEDIATE');
    const group = createGroup();
    open = group;
    closeLater(group);
    return group;
  };

  const takeTurn = (): Promise<() => void> =>
    new Promise((taken) => {
      void turns.add(() => new Promise<void>((release) => taken(release)));
    });

  const join: GroupCommit['join'] = async ({ isAlone }) => {
    const release = await takeTurn();
    let group: Group;
    try {
      if (isAlone) close();
      group = open ?? begin();
      connection.exec('SAVEPOINT member');
    } catch (error) {
      release();
      throw error;
    }
    let hasLeft = false;
    const leave = (): Promise<void> => {
      hasLeft = true;
      if (isAlone || performance.now() - group.openedAt > maxAge) close();
      release();
      return group.committed;
    };
    return {
      commit: () => {
        connection.exec('RELEASE member');
        group.hasWrites = true;
        return leave();
      },
      rollback: async (cause) => {
        if (hasLeft) return;
        if (connection.inTransaction) {
          connection.exec('ROLLBACK TO member');
          connection.exec('RELEASE member');
        } else {
          // A full or failing disk makes SQLite roll back everything at once.
          open = undefined;
          group.settle(cause ?? new Error('SQLite rolled back the transaction'));
        }
        await leave();
      },
    };
  };

  const pause: GroupCommit['pause'] = async (work) => {
    const release = await takeTurn();
    close();
    return work().finally(release);
  };

  return { join, pause, drain: () => turns.onIdle() };
};
