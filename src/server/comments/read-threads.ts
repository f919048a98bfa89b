import { type Comment, type CommentThread, mentionPattern, type ThreadsQuery } from '#shared/comments.ts';

import { findUserNames } from '../auth/accounts.ts';
import type { CommentTable, Database } from '../database/tables.ts';
import { AppError } from '../lib/app-error.ts';
import { readPage } from '../lib/pages.ts';

type Names = ReadonlyMap<string | null, string>;

/** The ids of the users whom a text mentions, each once. */
export const findMentionedIds = (text: string): string[] => [
  ...new Set([...text.matchAll(mentionPattern)].map(([, id = '']) => id)),
];

/** The names of the authors and of all mentioned users. */
export const readNames = (
  database: Database,
  comments: readonly Pick<CommentTable, 'authorId' | 'resolvedById' | 'text'>[],
): Promise<Names> => {
  const ids = comments.flatMap(({ authorId, resolvedById, text }) => [
    ...[authorId, resolvedById ?? authorId],
    ...findMentionedIds(text),
  ]);
  return findUserNames(database, ids);
};

/** The fields of a comment in threads and in the list of mentions. */
export const toCommentFields = (
  { _id, threadId, authorId, text, createdAt, editedAt }: CommentTable,
  names: Names,
): Omit<Comment, 'isDeleted'> => ({
  _id,
  threadId,
  authorId,
  authorName: names.get(authorId) ?? null,
  text,
  createdAt,
  editedAt,
  mentions: findMentionedIds(text).map((userId) => ({ userId, userName: names.get(userId) ?? null })),
});

const toComment = (row: CommentTable, names: Names): Comment => ({
  ...toCommentFields(row, names),
  isDeleted: row.deletedAt !== null,
});

const readUnreadThreads = async (
  database: Database,
  threadIds: readonly string[],
  userId: string,
): Promise<Set<string>> => {
  const rows = await database
    .selectFrom('commentMention')
    .innerJoin('comment', 'comment._id', 'commentMention.commentId')
    .select('threadId')
    .distinct()
    .where('userId', '=', userId)
    .where('readAt', 'is', null)
    .where('threadId', 'in', threadIds)
    .execute();
  return new Set(rows.map(({ threadId }) => threadId));
};

const toThreads = async (
  database: Database,
  roots: readonly CommentTable[],
  userId: string,
): Promise<CommentThread[]> => {
  if (roots.length === 0) return [];
  const threadIds = roots.map(({ _id }) => _id);
  const replies = await database
    .selectFrom('comment')
    .selectAll()
    .where('threadId', 'in', threadIds)
    .whereRef('_id', '!=', 'threadId')
    .orderBy('_id')
    .execute();
  const names = await readNames(database, [...roots, ...replies]);
  const unread = await readUnreadThreads(database, threadIds, userId);
  return roots.map((root) => {
    const { _id, resource, recordId, resolvedAt, resolvedById } = root;
    return {
      ...toComment(root, names),
      resource,
      recordId,
      resolvedAt,
      resolvedById,
      resolvedByName: (resolvedById && names.get(resolvedById)) || null,
      hasUnreadMention: unread.has(_id),
      replies: replies.filter(({ threadId }) => threadId === _id).map((reply) => toComment(reply, names)),
    };
  });
};

/** Lists the threads of a record, newest first. */
export const listThreads = async (
  database: Database,
  { resource, recordId, isResolved, pageIndex, pageSize, userId }: ThreadsQuery & { userId: string },
): Promise<{ data: CommentThread[]; total: number }> => {
  const roots = database
    .selectFrom('comment')
    .selectAll()
    .where('resource', '=', resource)
    .where('recordId', '=', recordId)
    .whereRef('_id', '=', 'threadId')
    .$if(isResolved !== undefined, (query) => query.where('resolvedAt', isResolved === 'true' ? 'is not' : 'is', null))
    .orderBy('_id', 'desc');
  const { data, total } = await readPage(roots, { pageIndex, pageSize });
  return { data: await toThreads(database, data, userId), total };
};

export const findComment = (database: Database, id: string): Promise<CommentTable | undefined> =>
  database.selectFrom('comment').selectAll().where('_id', '=', id).executeTakeFirst();

export const readThread = async (
  database: Database,
  { threadId, userId }: { threadId: string; userId: string },
): Promise<CommentThread> => {
  const root = await findComment(database, threadId);
  const [thread] = root ? await toThreads(database, [root], userId) : [];
  if (!thread) throw new AppError('notFound', 'This thread no longer exists');
  return thread;
};
