import type { FastifyRequest } from 'fastify';
import { messageResponseSchema } from '#shared/api.ts';
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
import { can } from '#shared/permissions.ts';
import { findResource, resources } from '#shared/resources/index.ts';
import type { LiveStreams } from '../changes/live-streams.ts';
import { findMentionableUsers, listMentions, markMentionsRead } from '../comments/mentions.ts';
import { findMentionedIds, listThreads } from '../comments/read-threads.ts';
import { type CommentsChange, createComment, removeComment, updateComment } from '../comments/write-comments.ts';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { validationError } from '../lib/app-error.ts';
import { forbiddenError, requireSession } from './plugins/auth.ts';
import { storeIdempotentResponse } from './plugins/idempotency.ts';
import { idParams } from './records/routes.ts';
import { type App, errorResponses, routeOptions } from './route.ts';

type CommentOptions = { databaseHandle: DatabaseHandle; streams: LiveStreams };

const route = (summary: string) => ({ access: 'signedIn', tag: 'comments', summary }) as const;

const assertReadable = (request: FastifyRequest, resource: string): void => {
  if (!findResource(resource)) throw validationError([{ field: 'resource', message: 'This type of item is unknown' }]);
  if (!can({ role: requireSession(request).session.role, action: 'read', resource })) throw forbiddenError();
};

const toResponse = (message: string) => (data: CommentThread) => ({ success: true as const, message, data });

const addThreadRoutes = (app: App, { databaseHandle, streams }: CommentOptions): void => {
  const { database } = databaseHandle;
  const announce = ({ resource, recordId, mentionedIds }: CommentsChange): void =>
    streams.announce({ resource, id: recordId, comments: { mentionedIds } });

  app.get(
    '/v1/comments',
    routeOptions(route('List the comments on a record, in threads'), {
      querystring: threadsQuerySchema,
      response: { 200: threadsResponseSchema },
    }),
    async (request) => {
      const { userId } = requireSession(request).session;
      assertReadable(request, request.query.resource);
      const threads = await listThreads(database, { ...request.query, userId });
      return { success: true as const, message: 'Comments found', ...threads };
    },
  );

  app.post(
    '/v1/comments',
    routeOptions(route('Comment on a record, or reply in a thread'), {
      body: createCommentSchema,
      response: { 200: threadResponseSchema, ...errorResponses(404) },
    }),
    async (request) => {
      const { resource, recordId, text } = request.body;
      assertReadable(request, resource);
      const toSent = toResponse('Comment added');
      const thread = await createComment(databaseHandle, request.body, {
        author: requireSession(request).session,
        beforeCommit: storeIdempotentResponse(request, toSent),
      });
      announce({ resource, recordId, mentionedIds: findMentionedIds(text) });
      return toSent(thread);
    },
  );

  app.patch(
    '/v1/comments/:id',
    routeOptions(route('Edit an own comment, or resolve or reopen a thread'), {
      params: idParams('comment'),
      body: updateCommentSchema,
      response: { 200: threadResponseSchema, ...errorResponses(404) },
    }),
    async (request) => {
      const author = requireSession(request).session;
      const { id } = request.params;
      const { thread, change } = await updateComment(databaseHandle, { id, author, change: request.body });
      announce(change);
      return toResponse('Comment saved')(thread);
    },
  );

  app.delete(
    '/v1/comments/:id',
    routeOptions(route('Delete an own comment; ADMIN and SUBADMIN: any'), {
      params: idParams('comment'),
      response: { 200: messageResponseSchema, ...errorResponses(404) },
    }),
    async (request) => {
      const author = requireSession(request).session;
      announce(await removeComment(databaseHandle, { id: request.params.id, author }));
      return { success: true as const, message: 'Comment deleted' };
    },
  );
};

const addMentionRoutes = (app: App, { databaseHandle: { database } }: CommentOptions): void => {
  app.get(
    '/v1/comments/mentions',
    routeOptions(route('List the comments that mention the caller'), {
      querystring: mentionsQuerySchema,
      response: { 200: mentionsResponseSchema },
    }),
    async (request) => {
      const { userId, role } = requireSession(request).session;
      const readable = resources.map(({ name }) => name).filter((resource) => can({ role, action: 'read', resource }));
      const mentions = await listMentions(database, { ...request.query, userId, resources: readable });
      return { success: true as const, message: 'Mentions found', ...mentions };
    },
  );

  app.post(
    '/v1/comments/mentions/read',
    routeOptions(route('Mark mentions of the caller as read'), {
      body: readMentionsSchema,
      response: { 200: messageResponseSchema },
    }),
    async (request) => {
      const { userId } = requireSession(request).session;
      await markMentionsRead(database, { userId, ...request.body });
      return { success: true as const, message: 'Marked as read' };
    },
  );

  app.get(
    '/v1/comments/users',
    routeOptions(route('Find users to mention, by name or email address'), {
      querystring: mentionableQuerySchema,
      response: { 200: mentionableResponseSchema },
    }),
    async (request) => {
      assertReadable(request, request.query.resource);
      const data = await findMentionableUsers(database, request.query);
      return { success: true as const, message: 'Users found', data };
    },
  );
};

/** Comments on records, and the mentions of users in them. */
export const addComments = (app: App, options: CommentOptions): void => {
  addThreadRoutes(app, options);
  addMentionRoutes(app, options);
};
