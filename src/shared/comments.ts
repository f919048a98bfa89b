import { z } from 'zod';
import { dataResponseSchema, listResponseSchema, recordResponseSchema } from './api.ts';
import { exampleEmail, exampleId } from './resource-kit/examples.ts';
import { pageShape, searchQuerySchema } from './resource-kit/schemas.ts';
import { idOf, recordShape, timeSchema, userNameSchema } from './resource-kit/shapes.ts';

/** Characters of a comment, mentions included. */
export const maxCommentLength = 5000;

export const maxMentions = 20;

/** A mention in the text of a comment: the id of the user, so that it follows a change of the name. */
export const mentionPattern = /@\[([\w-]{1,100})\]/g;

/** Parameter of the address of a record that opens its comments, with the id of a thread. */
export const threadParam = 'comments';

/** Shapes of `/comments`: comments on records, and mentions of users in them. */

const id = idOf('comment');
const userId = idOf('user');
const exampleText = `@[${exampleId('user')}], is this the final name?`;

/** Null if the account was deleted. */
const userName = z.string().nullable().meta({ example: 'Ada', description: 'Null if the account was deleted' });

const text = z
  .string({ error: 'Enter a comment' })
  .trim()
  .min(1, 'Enter a comment')
  .max(maxCommentLength, `A comment can have at most ${maxCommentLength} characters`)
  .meta({ example: exampleText, description: 'Plain text; `@[id]` mentions a user' });

const commentShape = {
  _id: id,
  threadId: idOf('comment', 'Id of the first comment of the thread'),
  authorId: userId,
  authorName: userName,
  text: z.string().meta({ example: exampleText }),
  mentions: z
    .array(z.object({ userId, userName }))
    .meta({ description: 'The current names of the users whom the text mentions' }),
  createdAt: timeSchema,
  editedAt: timeSchema.nullable(),
};

const commentSchema = z.object({
  ...commentShape,
  isDeleted: z
    .boolean()
    .meta({ description: 'A deleted first comment stays, without its text, as long as it has replies' }),
});
export type Comment = z.infer<typeof commentSchema>;

const threadSchema = commentSchema.extend({
  ...recordShape,
  resolvedAt: timeSchema.nullable(),
  resolvedById: userId.nullable(),
  resolvedByName: userName,
  hasUnreadMention: z.boolean().meta({ description: 'Whether a comment mentions the caller, who hasn’t read it' }),
  replies: z.array(commentSchema),
});
export type CommentThread = z.infer<typeof threadSchema>;

export const threadsQuerySchema = z.object({
  ...pageShape,
  ...recordShape,
  isResolved: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'Only resolved or only open threads', example: 'false' }),
});
export type ThreadsQuery = z.infer<typeof threadsQuerySchema>;

export const threadsResponseSchema = listResponseSchema(threadSchema).meta({
  description: 'Threads, newest first, with all of their replies, oldest first',
});
export const threadResponseSchema = recordResponseSchema(threadSchema);

export const createCommentSchema = z.strictObject({
  ...recordShape,
  threadId: idOf('comment', 'The thread to reply to; omitted for a new one').optional(),
  text,
});
export type NewComment = z.infer<typeof createCommentSchema>;

export const updateCommentSchema = z
  .strictObject({
    text: text.optional(),
    isResolved: z
      .boolean()
      .optional()
      .meta({ description: 'Resolves or reopens the thread; only of its first comment', example: true }),
  })
  .refine((change) => change.text !== undefined || change.isResolved !== undefined, {
    error: 'Give text or isResolved',
  });
export type CommentChange = z.infer<typeof updateCommentSchema>;

const mentionSchema = z.object({
  ...commentShape,
  ...recordShape,
  recordTitle: z.string().nullable().meta({ example: 'India', description: 'Null if the record was deleted' }),
  readAt: timeSchema.nullable(),
});
export type Mention = z.infer<typeof mentionSchema>;

export const mentionsQuerySchema = z.object(pageShape);

export const mentionsResponseSchema = listResponseSchema(mentionSchema)
  .extend({ unread: z.number().meta({ example: 1 }) })
  .meta({ description: 'Comments that mention the caller, newest first' });
export type MentionsPage = z.infer<typeof mentionsResponseSchema>;

export const readMentionsSchema = z.strictObject({
  threadIds: z
    .array(id)
    .max(100)
    .optional()
    .meta({ description: 'Only mentions in these threads', example: [exampleId('comment')] }),
});

export const mentionableQuerySchema = z.object({
  resource: recordShape.resource,
  query: searchQuerySchema,
});

const mentionableUserSchema = z.object({
  userId,
  userName: userNameSchema,
  email: z.string().meta({ example: exampleEmail }),
});
export type MentionableUser = z.infer<typeof mentionableUserSchema>;

export const mentionableResponseSchema = dataResponseSchema(
  z.array(mentionableUserSchema),
  'Active users who can see the comments',
);
