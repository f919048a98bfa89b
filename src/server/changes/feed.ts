import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import PQueue from 'p-queue';
import type { Logger } from 'pino';
import type { DatabaseHandle, NotificationConnection } from '../database/database-handle.ts';
import { firstIdSince } from '../database/ids.ts';
import { type Database, type HistoryTable, isSqlite } from '../database/tables.ts';

/** A committed change of a record. The id is that of its history entry. */
export type Change = Pick<HistoryTable, '_id' | 'changeId' | 'resource' | 'recordId' | 'action' | 'userId' | 'at'>;

const hour = 60 * 60 * 1000;
const retentionMs = 24 * hour;
/** Websites that were off can go on after this time. */
export const siteRetentionMs = 30 * 24 * hour;
/** Changes are kept this much longer than a cursor is valid, because the clocks of servers differ. */
const marginMs = hour;

/** Thrown for a cursor from before the oldest change in the feed: the subscriber has to read everything again. */
export class CursorExpiredError extends Error {
  override name = 'CursorExpiredError';
}

const toCursor = (position: string | number): string => `${Date.now()}/${position}`;

const splitCursor = (cursor: string): { time: number; position: string } => {
  const [time, position = ''] = cursor.split('/');
  return { time: Number(time), position };
};

/** A row id of SQLite or a snapshot of PostgreSQL, after the time. */
const cursorPattern = /^\d+\/\d+(?::\d+:[\d,]*)?$/;

export const assertCursorValid = (cursor: string, maxAge = retentionMs): void => {
  if (cursorPattern.test(cursor) && splitCursor(cursor).time > Date.now() - maxAge) return;
  throw new CursorExpiredError('The cursor has expired');
};

/** Returns the cursor after the last committed change. */
export const readCursor = async (database: Database): Promise<string> => {
  if (isSqlite(database)) {
    const last = sql<number>`coalesce(max(rowid), 0)`.as('last');
    return toCursor((await database.selectFrom('history').select(last).executeTakeFirstOrThrow()).last);
  }
  const { rows } = await sql<{ snapshot: string }>`
    select pg_current_snapshot()::text as snapshot
  `.execute(database);
  return toCursor(rows[0]?.snapshot ?? '');
};

/**
 * Returns the changes that were committed after one cursor and until another one, in their order. With a limit, only the
 * first ones after the position of a change.
 */
export const readChanges = async (
  database: Database,
  { after, until, position = '0', limit }: { after: string; until: string; position?: string; limit?: number },
): Promise<(Change & { position: string | number })[]> => {
  const [{ position: from }, { position: to }] = [splitCursor(after), splitCursor(until)];
  const changes = database
    .selectFrom('history')
    .select(['history._id', 'changeId', 'resource', 'recordId', 'action', 'userId', 'at'])
    .$if(limit !== undefined, (query) => query.limit(Number(limit)));
  if (isSqlite(database)) {
    return changes
      .select(sql<number>`history.rowid`.as('position'))
      .where(sql`rowid`, '>', Math.max(Number(from), Number(position)))
      .where(sql`rowid`, '<=', Number(to))
      .orderBy(sql`rowid`)
      .execute();
  }
  const [known, current] = [sql`${from}::pg_snapshot`, sql`${to}::pg_snapshot`];
  const transactionId = sql.ref('change.transactionId');
  return changes
    .innerJoin('change', 'change.historyId', 'history._id')
    .select('change.position')
    .where('change.position', '>', position)
    .where(sql<boolean>`${transactionId} >= pg_snapshot_xmin(${known})`)
    .where(sql<boolean>`not pg_visible_in_snapshot(${transactionId}, ${known})`)
    .where(sql<boolean>`pg_visible_in_snapshot(${transactionId}, ${current})`)
    .orderBy('change.position')
    .execute();
};

/** Whether a record was changed in the last `age` milliseconds. */
export const hasChanged = async (database: Database, age: number): Promise<boolean> => {
  const changes = database.selectFrom('history').select('_id').where('_id', '>', firstIdSince(age)).limit(1);
  return (await changes.executeTakeFirst()) !== undefined;
};

/** Deletes changes that no valid cursor can reach any more. On SQLite, the feed is the history itself. */
export const deleteOldChanges = async (database: Database): Promise<void> => {
  if (isSqlite(database)) return;
  await database
    .deleteFrom('change')
    .where('historyId', '<', firstIdSince(siteRetentionMs + marginMs))
    .execute();
};

/** Milliseconds in which the commits of this server cause one notification. */
const notifyInterval = 50;
const reconnectDelay = 1000;
const channel = 'change';

type WakeOptions = {
  connect: () => Promise<NotificationConnection>;
  onWake: () => void;
  onAnnouncement: (payload: string) => void;
  pollInterval: number;
  log: Logger;
};

/** Calls `onWake` when another server may have committed changes. `notify` does the same on the other servers. */
const connectServers = ({ connect, onWake, onAnnouncement, pollInterval, log }: WakeOptions) => {
  const stopped = new AbortController();
  const { signal } = stopped;
  const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
  let connection: NotificationConnection | undefined;
  let notifying: NodeJS.Timeout | undefined;

  const send = (payload: string) => {
    connection?.notify(channel, payload).catch((error: unknown) => log.warn({ err: error }, 'could not notify'));
  };

  const receive = (payload: string) => {
    if (payload === '') onWake();
    else onAnnouncement(payload);
  };

  const notify = () => {
    notifying ??= setTimeout(() => {
      notifying = undefined;
      send('');
    }, notifyInterval).unref();
  };

  const listen = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        connection = await connect();
        await connection.listen(channel, receive);
        // Both directions may have missed notifications meanwhile.
        onWake();
        notify();
        await Promise.race([connection.closed, aborted]);
      } catch (error) {
        log.warn({ err: error }, 'no connection for notifications of other servers');
      }
      const last = connection;
      connection = undefined;
      await last?.close().catch(() => {});
      await wait(reconnectDelay, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const listening = listen();
  const polling = setInterval(onWake, pollInterval).unref();

  return {
    notify,
    /** Sends a text of at most 8000 bytes to the other servers. It is lost while there is no connection. */
    announce: send,
    stop: async (): Promise<void> => {
      clearInterval(polling);
      clearTimeout(notifying);
      stopped.abort();
      await listening;
    },
  };
};

/** Changes in their order, and the cursor after them. */
type ChangeBatch = { changes: Change[]; cursor: string };

/** Must not throw. */
export type Subscriber = (batch: ChangeBatch) => void;

type FeedOptions = {
  databaseHandle: DatabaseHandle;
  log: Logger;
  /** Milliseconds between two reads that no notification caused, in case one was lost. */
  pollInterval?: number;
  /** Called with the announcements of other servers. */
  onAnnouncement?: (payload: string) => void;
};

/**
 * Passes each committed change of any server on the database to the subscribers of this one, exactly once and in order.
 * The changes are read once for all subscribers.
 */
export const createChangeFeed = async ({
  databaseHandle,
  log,
  pollInterval = 5000,
  onAnnouncement = () => {},
}: FeedOptions) => {
  const { database, connectForNotifications } = databaseHandle;
  const subscribers = new Set<Subscriber>();
  // Reads, and subscriptions between two of them, run one after the other.
  const queue = new PQueue({ concurrency: 1 });
  let cursor = await readCursor(database);

  const advance = async (): Promise<void> => {
    const until = await readCursor(database);
    const changes = subscribers.size > 0 ? await readChanges(database, { after: cursor, until }) : [];
    cursor = until;
    if (changes.length > 0) for (const subscriber of subscribers) subscriber({ changes, cursor });
  };

  const wake = (): void => {
    // A read that hasn't begun yet will find these changes, too.
    if (queue.size > 0 || subscribers.size === 0) return;
    queue.add(advance).catch((error: unknown) => log.warn({ err: error }, 'could not read the change feed'));
  };

  const others =
    connectForNotifications &&
    connectServers({ connect: connectForNotifications, onWake: wake, onAnnouncement, pollInterval, log });
  const stopListening = databaseHandle.onCommit(() => {
    wake();
    others?.notify();
  });

  return {
    /**
     * Calls `subscriber` with the changes after a cursor of any server, if there is one, and with all later ones. Returns
     * the cursor at which the subscription begins, and a function that ends it. Throws a `CursorExpiredError` if the
     * cursor is too old.
     */
    subscribe: (
      subscriber: Subscriber,
      { after }: { after?: string | undefined } = {},
    ): Promise<{ cursor: string; unsubscribe: () => void }> =>
      queue.add(async () => {
        if (after !== undefined) assertCursorValid(after);
        // The given cursor may be of another server that has read further.
        await advance();
        const changes = after === undefined ? [] : await readChanges(database, { after, until: cursor });
        subscribers.add(subscriber);
        if (changes.length > 0) subscriber({ changes, cursor });
        return { cursor, unsubscribe: () => subscribers.delete(subscriber) };
      }),
    /** Tells the other servers something that no record shows. They miss it while they have no connection. */
    announce: (payload: string): void => others?.announce(payload),
    close: async (): Promise<void> => {
      stopListening();
      subscribers.clear();
      await others?.stop();
      await queue.onIdle();
    },
  };
};

export type ChangeFeed = Awaited<ReturnType<typeof createChangeFeed>>;
