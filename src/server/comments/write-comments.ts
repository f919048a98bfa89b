import { type CommentChange, type CommentThread, maxMentions, type NewComment } from '#shared/comments.ts';

import { can, type Role } from '#shared/permissions.ts';

import type { DatabaseHandle } from '../database/database-handle.ts';
import { continueIds, newId } from '../database/ids.ts';
import { type CommentTable, type Database, resourceTables } from '../database/tables.ts';
import { insertRows } from '../database/write-rows.ts';
import { AppError, validationError } from '../lib/app-error.ts';
import { countRows } from '../lib/pages.ts';
import { filterMentionable } from './mentions.ts';
import { findComment, findMentionedIds, readThread } from './read-threads.ts';

const maxReplies = 200;

type Author = { userId: string; role: Role };

/** A changed record's comments, and the users whose mentions may have changed. */
export type CommentsChange = { resource: string; recordId: string; mentionedIds: string[] };

const assertRecordExists = async (
  database: Database,
  { resource, recordId }: Pick<CommentTable, 'resource' | 'recordId'>,
): Promise<void> => {
  const rows = resourceTables(database).selectFrom(resource).select('_id').where('_id', '=', recordId);
  if (!(await rows.executeTakeFirst())) throw new AppError('notFound', 'This item no longer exists');
};

const assertThreadOpenForReply = async (
  database: Database,
  { threadId, resource, recordId }: Pick<CommentTable, 'threadId' | 'resource' | 'recordId'>,
): Promise<void> => {
  const root = await findComment(database, threadId);
  const isThread = root?.threadId === threadId && root.resource === resource && root.recordId === recordId;
  if (!isThread) throw new AppError('notFound', 'This thread no longer exists');
  const comments = database.selectFrom('comment').where('threadId', '=', threadId);
  if ((await countRows(comments)) <= maxReplies) return;
  const message = `A thread can have at most ${maxReplies} replies. Start a new one.`;
  throw validationError([{ field: 'threadId', message }]);
};

/** Stores the mentions of a comment. Earlier mentions stay, including those of inactive users. */
const writeMentions = async (
  database: Database,
  { _id, resource, authorId, text, previousText }: CommentTable & { previousText: string },
): Promise<void> => {
  const userIds = findMentionedIds(text);
  if (userIds.length > maxMentions) {
    const message = `A comment can mention at most ${maxMentions} people`;
    throw validationError([{ field: 'text', message }]);
  }
  const previousIds = findMentionedIds(previousText);
  const added = userIds.filter((id) => !previousIds.includes(id));
  const mentionable = await filterMentionable(database, { resource, userIds: added });
  if (added.some((id) => !mentionable.has(id))) {
    const message = 'You can only mention active users. Choose another name.';
    throw validationError([{ field: 'text', message }]);
  }
  const removed = previousIds.filter((id) => !userIds.includes(id));
  if (removed.length > 0) {
    await database.deleteFrom('commentMention').where('commentId', '=', _id).where('userId', 'in', removed).execute();
  }
  const rows = added
    .filter((userId) => userId !== authorId)
    .map((userId) => ({ commentId: _id, userId, readAt: null }));
  await insertRows(database, { table: 'commentMention', rows });
};

type CreateOptions = {
  author: Author;
  beforeCommit: (write: { database: Database }, thread: CommentThread) => Promise<void>;
};

/** Serializes writes of comments, so that no reply comes to a thread that is being deleted. */
const writeComments = <Result>(
  databaseHandle: DatabaseHandle,
  write: (database: Database) => Promise<Result>,
): Promise<Result> =>
  databaseHandle.transaction(async (database) => {
    await databaseHandle.lockTable(database, 'comment');
    return write(database);
  });

export const createComment = (
  databaseHandle: DatabaseHandle,
  { threadId, ...input }: NewComment,
  { author: { userId }, beforeCommit }: CreateOptions,
): Promise<CommentThread> =>
  writeComments(databaseHandle, async (database) => {
    await continueIds(database, ['comment']);
    const _id = newId();
    const row = {
      _id,
      ...input,
      threadId: threadId ?? _id,
      authorId: userId,
      createdAt: new Date().toISOString(),
      editedAt: null,
      deletedAt: null,
      resolvedAt: null,
      resolvedById: null,
    };
    await assertRecordExists(database, row);
    if (threadId !== undefined) await assertThreadOpenForReply(database, row);
    await database.insertInto('comment').values(row).execute();
    await writeMentions(database, { ...row, previousText: '' });
    const thread = await readThread(database, { threadId: row.threadId, userId });
    await beforeCommit({ database }, thread);
    return thread;
  });

const commentGoneError = () => new AppError('notFound', 'This comment no longer exists');

const readVisible = async (database: Database, id: string, { role }: Author): Promise<CommentTable> => {
  const row = await findComment(database, id);
  if (!row) throw commentGoneError();
  if (!can({ role, action: 'read', resource: row.resource }))
    throw new AppError('forbidden', 'You don’t have permission to do this');
  return row;
};

const updateText = async (
  database: Database,
  { row, text, userId }: { row: CommentTable; text: string; userId: string },
): Promise<void> => {
  if (row.deletedAt !== null) throw commentGoneError();
  if (row.authorId !== userId) throw new AppError('forbidden', 'Only its author can edit a comment');
  if (row.text === text) return;
  const editedAt = new Date().toISOString();
  await database.updateTable('comment').set({ text, editedAt }).where('_id', '=', row._id).execute();
  await writeMentions(database, { ...row, text, previousText: row.text });
};

const setResolved = async (
  database: Database,
  { row, isResolved, userId }: { row: CommentTable; isResolved: boolean; userId: string },
): Promise<void> => {
  if (row._id !== row.threadId) {
    const message = 'Only the first comment of a thread can be resolved';
    throw validationError([{ field: 'isResolved', message }]);
  }
  await database
    .updateTable('comment')
    .set(
      isResolved
        ? { resolvedAt: new Date().toISOString(), resolvedById: userId }
        : { resolvedAt: null, resolvedById: null },
    )
    .where('_id', '=', row._id)
    // The first user who resolved the thread stays.
    .where('resolvedAt', isResolved ? 'is' : 'is not', null)
    .execute();
};

const hasReplies = async (database: Database, threadId: string): Promise<boolean> => {
  const replies = database.selectFrom('comment').select('_id').where('threadId', '=', threadId);
  return (await replies.where('_id', '!=', threadId).limit(1).executeTakeFirst()) !== undefined;
};

/** Deletes a comment. A first comment with replies loses its text, and goes with the last of them. */
const deleteComment = async (
  database: Database,
  { _id, threadId }: Pick<CommentTable, '_id' | 'threadId'>,
): Promise<void> => {
  if (_id === threadId && (await hasReplies(database, _id))) {
    await database.deleteFrom('commentMention').where('commentId', '=', _id).execute();
    const deletedAt = new Date().toISOString();
    await database.updateTable('comment').set({ text: '', deletedAt }).where('_id', '=', _id).execute();
    return;
  }
  await database.deleteFrom('comment').where('_id', '=', _id).execute();
  if (_id === threadId || (await hasReplies(database, threadId))) return;
  await database.deleteFrom('comment').where('_id', '=', threadId).where('deletedAt', 'is not', null).execute();
};

const toChange = ({ resource, recordId }: CommentTable, ...texts: string[]): CommentsChange => ({
  resource,
  recordId,
  mentionedIds: findMentionedIds(texts.join(' ')),
});

export const updateComment = (
  databaseHandle: DatabaseHandle,
  { id, author, change: { text, isResolved } }: { id: string; author: Author; change: CommentChange },
): Promise<{ thread: CommentThread; change: CommentsChange }> =>
  writeComments(databaseHandle, async (database) => {
    const { userId } = author;
    const row = await readVisible(database, id, author);
    if (text !== undefined) await updateText(database, { row, text, userId });
    if (isResolved !== undefined) await setResolved(database, { row, isResolved, userId });
    const thread = await readThread(database, { threadId: row.threadId, userId });
    return { thread, change: toChange(row, row.text, text ?? '') };
  });

export const removeComment = (
  databaseHandle: DatabaseHandle,
  { id, author }: { id: string; author: Author },
): Promise<CommentsChange> =>
  writeComments(databaseHandle, async (database) => {
    const row = await readVisible(database, id, author);
    if (row.deletedAt !== null) throw commentGoneError();
    if (row.authorId !== author.userId && author.role === 'USER')
      throw new AppError('forbidden', 'Only its author can delete a comment');
    await deleteComment(database, row);
    return toChange(row, row.text);
  });

/** Deletes the comments on permanently deleted records. */
export const deleteCommentsOfRecords = async (
  database: Database,
  resource: string,
  recordIds: readonly string[],
): Promise<void> => {
  await database.deleteFrom('comment').where('resource', '=', resource).where('recordId', 'in', recordIds).execute();
};

/** Deletes the comments on records in Trash from before an item of it. */
export const deleteExpiredComments = async (database: Database, cutoffId: string): Promise<void> => {
  await database
    .deleteFrom('comment')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('trash')
          .select('trash._id')
          .whereRef('trash.resource', '=', 'comment.resource')
          .whereRef('trash.recordId', '=', 'comment.recordId')
          .where('trash._id', '<', cutoffId),
      ),
    )
    .execute();
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
