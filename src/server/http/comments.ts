import {
  type CommentThread,
  createCommentSchema,
  mentionableQuerySchema,
  mentionableResponseSchema,
  mentionsQuerySchema,
  mentionsResponseSchema,
  readMentionsSchema,
  threadResponseSchema,
  threadsQuerySchema,
  threadsResponseSchema,
  updateCommentSchema,
} from '#shared/comments.ts';
import type { LiveStreams } from '../changes/live-streams.ts';
import { findMentionableUsers, listMentions, markMentionsRead } from '../comments/mentions.ts';
import { findMentionedIds, listThreads } from '../comments/read-threads.ts';
import { type CommentsChange, createComment, removeComment, updateComment } from '../comments/write-comments.ts';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { assertReadable, listReadable } from './plugins/auth.ts';
import { storeIdempotentResponse } from './plugins/idempotency.ts';
import { idParams } from './records/routes.ts';
import { type App, addRoute } from './route.ts';

type CommentOptions = { databaseHandle: DatabaseHandle; streams: LiveStreams };

const toResponse = (message: string) => (data: CommentThread) => ({ message, data });

/** Comments on records, and the mentions of users in them. */
export const addComments = (app: App, { databaseHandle, streams }: CommentOptions): void => {
  const { database } = databaseHandle;
  const announce = ({ resource, recordId, mentionedIds }: CommentsChange): void =>
    streams.announce({ resource, id: recordId, comments: { mentionedIds } });

  addRoute(app, {
    url: 'GET /v1/comments',
    summary: 'List the comments on a record, in threads',
    query: threadsQuerySchema,
    response: threadsResponseSchema,
    handle: async (request, { session: { userId, role } }) => {
      assertReadable(role, request.query.resource);
      const threads = await listThreads(database, { ...request.query, userId });
      return { message: 'Comments found', ...threads };
    },
  });

  addRoute(app, {
    url: 'POST /v1/comments',
    summary: 'Comment on a record, or reply in a thread',
    body: createCommentSchema,
    response: threadResponseSchema,
    errors: [404],
    handle: async (request, { session }) => {
      const { resource, recordId, text } = request.body;
      assertReadable(session.role, resource);
      const toSent = toResponse('Comment added');
      const thread = await createComment(databaseHandle, request.body, {
        author: session,
        beforeCommit: storeIdempotentResponse(request, toSent),
      });
      announce({ resource, recordId, mentionedIds: findMentionedIds(text) });
      return toSent(thread);
    },
  });

  addRoute(app, {
    url: 'PATCH /v1/comments/:id',
    summary: 'Edit an own comment, or resolve or reopen a thread',
    params: idParams('comment'),
    body: updateCommentSchema,
    response: threadResponseSchema,
    errors: [404],
    handle: async (request, { session }) => {
      const author = session;
      const { id } = request.params;
      const { thread, change } = await updateComment(databaseHandle, { id, author, change: request.body });
      announce(change);
      return toResponse('Comment saved')(thread);
    },
  });

  addRoute(app, {
    url: 'DELETE /v1/comments/:id',
    summary: 'Delete an own comment; ADMIN and SUBADMIN: any',
    params: idParams('comment'),
    errors: [404],
    handle: async (request, { session }) => {
      const author = session;
      announce(await removeComment(databaseHandle, { id: request.params.id, author }));
      return { message: 'Comment deleted' };
    },
  });

  addRoute(app, {
    url: 'GET /v1/comments/mentions',
    summary: 'List the comments that mention the caller',
    query: mentionsQuerySchema,
    response: mentionsResponseSchema,
    handle: async (request, { session: { userId, role } }) => {
      const mentions = await listMentions(database, { ...request.query, userId, resources: listReadable(role) });
      return { message: 'Mentions found', ...mentions };
    },
  });

  addRoute(app, {
    url: 'POST /v1/comments/mentions/read',
    summary: 'Mark mentions of the caller as read',
    body: readMentionsSchema,
    handle: async (request, { session: { userId } }) => {
      await markMentionsRead(database, { userId, ...request.body });
      return { message: 'Marked as read' };
    },
  });

  addRoute(app, {
    url: 'GET /v1/comments/users',
    summary: 'Find users to mention, by name or email address',
    query: mentionableQuerySchema,
    response: mentionableResponseSchema,
    handle: async (request, { session: { role } }) => {
      assertReadable(role, request.query.resource);
      const data = await findMentionableUsers(database, request.query);
      return { message: 'Users found', data };
    },
  });
};
