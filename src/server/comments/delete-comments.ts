import type { CommentTable, Database } from '../database/tables.ts';
import { findComment } from './read-threads.ts';

const deleteRows = async (database: Database, ids: readonly string[]): Promise<void> => {
  await database.deleteFrom('commentMention').where('commentId', 'in', ids).execute();
  await database.deleteFrom('comment').where('_id', 'in', ids).execute();
};

const hasReplies = async (database: Database, threadId: string): Promise<boolean> => {
  const reply = await database
    .selectFrom('comment')
    .select('_id')
    .where('threadId', '=', threadId)
    .where('_id', '!=', threadId)
    .limit(1)
    .executeTakeFirst();
  return reply !== undefined;
};

/** Deletes a comment. A first comment with replies loses its text, and goes with the last of them. */
export const deleteComment = async (
  database: Database,
  { _id, threadId }: Pick<CommentTable, '_id' | 'threadId'>,
): Promise<void> => {
  if (_id === threadId && (await hasReplies(database, _id))) {
    await database.deleteFrom('commentMention').where('commentId', '=', _id).execute();
    const deletedAt = new Date().toISOString();
    await database.updateTable('comment').set({ text: '', deletedAt }).where('_id', '=', _id).execute();
    return;
  }
  await deleteRows(database, [_id]);
  if (_id === threadId || (await hasReplies(database, threadId))) return;
  const root = await findComment(database, threadId);
  if (root && root.deletedAt !== null) await deleteRows(database, [threadId]);
};

/** Deletes the comments on permanently deleted records. */
export const deleteCommentsOfRecords = async (
  database: Database,
  resource: string,
  recordIds: readonly string[],
): Promise<void> => {
  const rows = await database
    .selectFrom('comment')
    .select('_id')
    .where('resource', '=', resource)
    .where('recordId', 'in', recordIds)
    .execute();
  await deleteRows(
    database,
    rows.map(({ _id }) => _id),
  );
};

/** Deletes the comments on records in Trash from before an item of it. */
export const deleteExpiredComments = async (database: Database, cutoffId: string): Promise<void> => {
  const rows = await database
    .selectFrom('trash')
    .innerJoin('comment', (join) =>
      join.onRef('comment.resource', '=', 'trash.resource').onRef('comment.recordId', '=', 'trash.recordId'),
    )
    .select('comment._id')
    .where('trash._id', '<', cutoffId)
    .execute();
  await deleteRows(
    database,
    rows.map(({ _id }) => _id),
  );
};

/** Deletes the comments that a user wrote, and the notices for that user. Mentions in the texts of others have no name. */
export const eraseCommentsOfUser = async (database: Database, userId: string): Promise<void> => {
  await database.deleteFrom('commentMention').where('userId', '=', userId).execute();
  const own = await database
    .selectFrom('comment')
    .select(['_id', 'threadId'])
    .where('authorId', '=', userId)
    // Replies first, so that a thread without other authors goes as a whole.
    .orderBy('_id', 'desc')
    .execute();
  for (const comment of own) await deleteComment(database, comment);
};
