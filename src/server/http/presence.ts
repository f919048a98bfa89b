import { z } from 'zod';
import { type PresentUser, presenceRequestSchema, presenceResponseSchema } from '#shared/live.ts';
import type { LiveStreams } from '../changes/live-streams.ts';
import type { DatabaseHandle } from '../database/database-handle.ts';
import type { Database, PresenceTable } from '../database/tables.ts';
import { assertReadable } from './plugins/auth.ts';
import { type App, addRoute } from './route.ts';

/** Milliseconds. Browsers let the timers of hidden pages run once a minute. */
const validFor = 90_000;

const now = () => new Date().toISOString();

type OpenRecord = Pick<PresenceTable, 'resource' | 'recordId'>;

/** Stores that a page has a record open. Returns whether that is new to others. */
const enterRecord = async (database: Database, page: Omit<PresenceTable, 'expiresAt'>): Promise<boolean> => {
  const expiresAt = new Date(Date.now() + validFor).toISOString();
  const { _id, userId, ...open } = page;
  const { numUpdatedRows } = await database
    .updateTable('presence')
    .set({ expiresAt })
    .where('_id', '=', _id)
    .where('userId', '=', userId)
    .where('resource', '=', open.resource)
    .where('recordId', '=', open.recordId)
    .where('mode', '=', open.mode)
    .where('expiresAt', '>', now())
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return false;
  await database
    .insertInto('presence')
    .values({ ...page, expiresAt })
    .onConflict((conflict) =>
      // An id belongs to the user who chose it.
      conflict
        .column('_id')
        .doUpdateSet({ ...open, expiresAt })
        .where('presence.userId', '=', userId),
    )
    .execute();
  return true;
};

/** Forgets a page of a user. Returns the record that it had open. */
const leaveRecord = (
  database: Database,
  { pageId, userId }: { pageId: string; userId: string },
): Promise<OpenRecord | undefined> =>
  database
    .deleteFrom('presence')
    .where('_id', '=', pageId)
    .where('userId', '=', userId)
    .returning(['resource', 'recordId'])
    .executeTakeFirst();

/** The other users who have a record open, in the order of their names. */
const listPresentUsers = async (
  database: Database,
  { resource, recordId, except }: OpenRecord & { except: string },
): Promise<PresentUser[]> => {
  const pages = await database
    .selectFrom('presence')
    .innerJoin('user', 'user._id', 'presence.userId')
    .select(['userId', 'user.name as userName', 'mode'])
    .where('resource', '=', resource)
    .where('recordId', '=', recordId)
    .where('userId', '!=', except)
    .where('expiresAt', '>', now())
    .orderBy('user.name')
    .orderBy('userId')
    // Someone who edits the record in one window and views it in another edits it.
    .orderBy('mode')
    .execute();
  return pages.filter(({ userId }, index) => index === pages.findIndex((page) => page.userId === userId));
};

export const deleteExpiredPresence = async (database: Database): Promise<void> => {
  await database.deleteFrom('presence').where('expiresAt', '<', now()).execute();
};

const pageParams = z.object({
  pageId: z.string().meta({ example: '5f0c2f4e-3c1d-4a57-9d0e-0f6a4e6a1b11' }),
});

/** Users that have a record open. */
export const addPresence = (
  app: App,
  { databaseHandle: { database }, streams }: { databaseHandle: DatabaseHandle; streams: LiveStreams },
): void => {
  addRoute(app, {
    url: 'POST /v1/presence',
    summary: 'Say for 90 seconds that a page has a record open, and list the other users who have',
    body: presenceRequestSchema,
    response: presenceResponseSchema,
    handle: async (request, { session: { role, userId } }) => {
      const { pageId, ...open } = request.body;
      const { resource, recordId } = open;
      assertReadable(role, resource);
      if (await enterRecord(database, { _id: pageId, userId, ...open })) streams.announce({ resource, id: recordId });
      const data = await listPresentUsers(database, { resource, recordId, except: userId });
      return { message: 'Users found', data };
    },
  });

  addRoute(app, {
    url: 'DELETE /v1/presence/:pageId',
    summary: 'Say that a page has closed its record',
    params: pageParams,
    handle: async (request, { session: { userId } }) => {
      const left = await leaveRecord(database, { pageId: request.params.pageId, userId });
      if (left) streams.announce({ resource: left.resource, id: left.recordId });
      return { message: 'Closed' };
    },
  });
};
