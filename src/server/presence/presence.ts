import type { PresentUser } from '#shared/live.ts';
import type { Database, PresenceTable } from '../database/tables.ts';

/** Milliseconds. Browsers let the timers of hidden pages run once a minute. */
const validFor = 90_000;

const now = () => new Date().toISOString();

type OpenRecord = Pick<PresenceTable, 'resource' | 'recordId'>;

/** Stores that a page has a record open. Returns whether that is new to others. */
export const enterRecord = async (database: Database, page: Omit<PresenceTable, 'expiresAt'>): Promise<boolean> => {
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
export const leaveRecord = (
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
export const listPresentUsers = async (
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
