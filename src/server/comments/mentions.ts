import type { MentionableUser, MentionsPage } from '#shared/comments.ts';
import { nameKey } from '#shared/normalize-text.ts';
import { can, roles } from '#shared/permissions.ts';
import type { Database } from '../database/tables.ts';
import { countRows, readPage } from '../lib/pages.ts';
import { readSummaries, toRecordKey } from '../records/repository.ts';
import { readNames, toCommentFields } from './read-threads.ts';

const maxFoundUsers = 8;

const selectMentionable = (database: Database, resource: string) =>
  database
    .selectFrom('user')
    .where('status', '=', 'ACTIVE')
    .where(
      'role',
      'in',
      roles.filter((role) => can({ role, action: 'read', resource })),
    );

/** Returns the ids of active users with access to the comments on a resource. */
export const filterMentionable = async (
  database: Database,
  { resource, userIds }: { resource: string; userIds: readonly string[] },
): Promise<Set<string>> => {
  if (userIds.length === 0) return new Set();
  const rows = await selectMentionable(database, resource).select('_id').where('_id', 'in', userIds).execute();
  return new Set(rows.map(({ _id }) => _id));
};

/** Finds users to mention by the words of their name, or by their email address. */
export const findMentionableUsers = async (
  database: Database,
  { resource, query }: { resource: string; query: string },
): Promise<MentionableUser[]> => {
  // Few of the users have these roles, and the databases don't compare letters beyond ASCII alike.
  const users = await selectMentionable(database, resource).select(['_id', 'name', 'email']).execute();
  const term = nameKey(query);
  const rank = ({ name, email }: { name: string; email: string }): number => {
    const key = nameKey(name);
    if (key.startsWith(term)) return 0;
    if (key.includes(` ${term}`)) return 1;
    return email.toLowerCase().startsWith(term) ? 2 : 3;
  };
  return users
    .map((user) => ({ ...user, rank: rank(user) }))
    .filter((user) => user.rank < 3)
    .sort((one, other) => one.rank - other.rank || one.name.localeCompare(other.name))
    .slice(0, maxFoundUsers)
    .map(({ _id, name, email }) => ({ userId: _id, userName: name, email }));
};

type MentionsOptions = {
  userId: string;
  resources: readonly string[];
  pageIndex: number;
  pageSize: number;
};

/** Lists the comments on records of these resources that mention a user, newest first. */
export const listMentions = async (
  database: Database,
  { userId, resources, pageIndex, pageSize }: MentionsOptions,
): Promise<Pick<MentionsPage, 'data' | 'total' | 'unread'>> => {
  const mentions = database
    .selectFrom('commentMention')
    .innerJoin('comment', 'comment._id', 'commentMention.commentId')
    .where('userId', '=', userId)
    .where('resource', 'in', resources)
    .selectAll('comment')
    .select('readAt')
    .orderBy('commentId', 'desc');
  const { data: page, total } = await readPage(mentions, { pageIndex, pageSize });
  const unread = await countRows(mentions.where('readAt', 'is', null));
  const names = await readNames(database, page);
  const summaries = await readSummaries(database, page);
  const data = page.map(({ readAt, ...row }) => ({
    ...toCommentFields(row, names),
    resource: row.resource,
    recordId: row.recordId,
    readAt,
    recordTitle: summaries.get(toRecordKey(row))?.title ?? null,
  }));
  return { data, total, unread };
};

/** Marks the mentions of a user as read: those in these threads, or all. */
export const markMentionsRead = async (
  database: Database,
  { userId, threadIds }: { userId: string; threadIds?: readonly string[] | undefined },
): Promise<void> => {
  if (threadIds?.length === 0) return;
  await database
    .updateTable('commentMention')
    .set({ readAt: new Date().toISOString() })
    .where('userId', '=', userId)
    .where('readAt', 'is', null)
    .$if(threadIds !== undefined, (query) =>
      query.where('commentId', 'in', (from) =>
        from
          .selectFrom('comment')
          .select('_id')
          .where('threadId', 'in', threadIds ?? []),
      ),
    )
    .execute();
};
