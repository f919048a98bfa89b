import PQueue from 'p-queue';
import type { Logger } from 'pino';
import { z } from 'zod';
import { type LiveChange, maxLiveIds } from '#shared/live.ts';
import { loadOnce } from '#shared/load-once.ts';
import { can, type Role } from '#shared/permissions.ts';

import { errorCode } from '../database/database-errors.ts';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { type Change, CursorExpiredError, createChangeFeed, hasChanged, type Subscriber } from './feed.ts';

/** Milliseconds; reverse proxies commonly close a connection after a minute without data. */
const heartbeatInterval = 15_000;
/** Milliseconds; a change gets its time before it is committed. */
const longestSave = 10_000;
/** PostgreSQL's error for a text that is no snapshot. */
const invalidText = '22P02';

type Client = {
  sessionId: string;
  role: Role;
  send: (text: string) => void;
  end: () => void;
};

const announcementSchema = z.object({
  resource: z.string(),
  id: z.string(),
  /** Someone changed a comment on the record, instead of opening or closing it. */
  comments: z.object({ mentionedIds: z.array(z.string()) }).optional(),
});
type Announcement = z.infer<typeof announcementSchema>;

/** `after` is the cursor of the last event that the client has seen. Without one, its data are `age` milliseconds old. */
type Start = { after: string | undefined; age: number | undefined };

/** Returns null if the role may not see the event. */
type ToText = (role: Role) => string | null;

type LiveOptions = {
  databaseHandle: DatabaseHandle;
  log: Logger;
  /** The roles of the users of those sessions that haven't ended, by session id. */
  findRoles: (sessionIds: readonly string[]) => Promise<Map<string, Role>>;
};

const formatEvent = ({ event, data, id }: { event: string; data: unknown; id?: string }): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

const isCursorUnusable = (error: unknown): boolean =>
  error instanceof CursorExpiredError || errorCode(error) === invalidText;

/** The changes of records that a role may read, without their contents. */
const formatChanges = (changes: readonly Change[], role: Role): LiveChange[] => {
  const groups = new Map<string, { resource: string; action: Change['action']; ids: Set<string> }>();
  for (const { resource, action, recordId } of changes) {
    if (!can({ role, action: 'read', resource })) continue;
    const key = `${resource} ${action}`;
    const group = groups.get(key) ?? { resource, action, ids: new Set<string>() };
    groups.set(key, group);
    group.ids.add(recordId);
  }
  return [...groups.values()].map(({ ids, ...group }) => ({
    ...group,
    ids: ids.size > maxLiveIds ? null : [...ids],
  }));
};

/** Sends the changes of the feed to the clients of this server, as server-sent events. */
export const createLiveStreams = ({ databaseHandle, log, findRoles }: LiveOptions) => {
  const clients = new Set<Client>();
  const queue = new PQueue({ concurrency: 1 });
  let pending: { client: Client; toText: ToText }[] = [];

  const sendAnnouncement = ({ resource, id, comments }: Announcement): void => {
    const event = comments ? 'comments' : 'presence';
    const text = formatEvent({ event, data: { resource, id, ...comments } });
    sendToAll((role) => (can({ role, action: 'read', resource }) ? text : null));
  };

  const receiveAnnouncement = (payload: string): void =>
    sendAnnouncement(announcementSchema.parse(JSON.parse(payload)));

  /** The feed is opened for the first client, because many servers never have one. */
  const openFeed = loadOnce(() => createChangeFeed({ databaseHandle, log, onAnnouncement: receiveAnnouncement }));

  const endClient = (client: Client): void => {
    if (clients.delete(client)) client.end();
  };

  const updateRoles = async (): Promise<void> => {
    if (clients.size === 0) return;
    const roles = await findRoles([...new Set([...clients].map(({ sessionId }) => sessionId))]);
    for (const client of clients) {
      const role = roles.get(client.sessionId);
      if (role === undefined) endClient(client);
      else client.role = role;
    }
  };

  /** Nothing is sent before the sessions and their roles have been checked. */
  const flush = async (): Promise<void> => {
    const events = pending;
    pending = [];
    try {
      await updateRoles();
    } catch (error) {
      log.warn({ err: error }, 'could not check the sessions of live updates');
      // They continue where they were once the database is back.
      for (const client of clients) endClient(client);
    }
    for (const { client, toText } of events) {
      const text = clients.has(client) ? toText(client.role) : null;
      if (text !== null) client.send(text);
    }
  };

  const requestFlush = (): void => {
    if (queue.size === 0) void queue.add(flush);
  };

  const deliver = (client: Client, toText: ToText): void => {
    pending.push({ client, toText });
    requestFlush();
  };

  const sendToAll = (toText: ToText): void => {
    for (const client of clients) deliver(client, toText);
  };

  const heartbeat = setInterval(() => sendToAll(() => ':\n\n'), heartbeatInterval).unref();

  const subscribe = async (client: Client, { after, age }: Start) => {
    const live = await openFeed();
    const subscriber: Subscriber = ({ changes, cursor }) =>
      deliver(client, (role) =>
        // Sent without visible changes too, for the cursor.
        formatEvent({ event: 'changes', data: formatChanges(changes, role), id: cursor }),
      );
    try {
      const subscription = await live.subscribe(subscriber, { after });
      const isOutdated =
        after === undefined && age !== undefined && (await hasChanged(databaseHandle.database, age + longestSave));
      return { event: isOutdated ? 'reset' : 'ready', ...subscription };
    } catch (error) {
      if (!isCursorUnusable(error)) throw error;
      // The client has to read everything again.
      return { event: 'reset', ...(await live.subscribe(subscriber)) };
    }
  };

  return {
    /** Begins to send events to a client, those after a cursor first. Returns a function that stops that. */
    open: (client: Client, start: Start): (() => void) => {
      clients.add(client);
      const subscribed = subscribe(client, start);
      subscribed
        .then(({ event, cursor, unsubscribe }) => {
          if (!clients.has(client)) unsubscribe();
          const isContinued = event === 'ready' && start.after !== undefined;
          deliver(client, () => formatEvent({ event, data: {}, ...(!isContinued && { id: cursor }) }));
        })
        .catch((error: unknown) => {
          log.warn({ err: error }, 'could not read the change feed');
          endClient(client);
        });
      return () => {
        clients.delete(client);
        void subscribed.then(({ unsubscribe }) => unsubscribe()).catch(() => {});
      };
    },
    /** Tells the clients of all servers something about a record that isn't a change of it. */
    announce: (announcement: Announcement): void => {
      sendAnnouncement(announcement);
      // A server without clients tells others, too.
      openFeed().then(
        (live) => live.announce(JSON.stringify(announcement)),
        (error: unknown) => log.warn({ err: error }, 'could not tell other servers'),
      );
    },
    /** Ends the streams of sessions that have ended. */
    checkSessions: requestFlush,
    /** Ends all streams, so that their clients connect to another server or to this one after its restart. */
    end: (): void => {
      for (const client of clients) endClient(client);
    },
    close: async (): Promise<void> => {
      clearInterval(heartbeat);
      await queue.onIdle();
      await (await openFeed.peek()?.catch(() => undefined))?.close();
    },
  };
};

export type LiveStreams = ReturnType<typeof createLiveStreams>;
