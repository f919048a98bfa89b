import type { FastifyRequest } from 'fastify';
import { messageResponseSchema } from '#shared/api.ts';
import { can } from '#shared/permissions.ts';
import { resources } from '#shared/resources/index.ts';
import {
  createViewSchema,
  type SharedView,
  sharedViewResponseSchema,
  sharedViewsResponseSchema,
  updateViewSchema,
} from '#shared/shared-views.ts';
import { validationError } from '../lib/app-error.ts';
import type { OperationsContext } from '../records/hooks.ts';
import { createSharedView, listSharedViews, removeSharedView, updateSharedView } from '../views/shared-views.ts';
import { requireSession } from './plugins/auth.ts';
import { storeIdempotentResponse } from './plugins/idempotency.ts';
import { idParams } from './records/routes.ts';
import { type App, errorResponses, routeOptions } from './route.ts';

const route = (summary: string) => ({ access: 'signedIn', tag: 'views', summary }) as const;

const listReadable = (request: FastifyRequest): string[] => {
  const { role } = requireSession(request).session;
  return resources.map(({ name }) => name).filter((resource) => can({ role, action: 'read', resource }));
};

const getEditor = (request: FastifyRequest) => {
  const { userId, role } = requireSession(request).session;
  return { userId, isAdmin: role === 'ADMIN' };
};

const toResponse = (message: string) => (data: SharedView) => ({ success: true as const, message, data });

export const addSharedViews = (app: App, { databaseHandle }: OperationsContext): void => {
  const { database } = databaseHandle;

  app.get(
    '/v1/views',
    routeOptions(route('List the views that are shared with everyone'), {
      response: { 200: sharedViewsResponseSchema },
    }),
    async (request) => {
      const data = await listSharedViews(database, listReadable(request));
      return { success: true as const, message: 'Views found', data, total: data.length };
    },
  );

  app.post(
    '/v1/views',
    routeOptions(route('Share a view of a list with everyone'), {
      body: createViewSchema,
      response: { 200: sharedViewResponseSchema, ...errorResponses(409) },
    }),
    async (request) => {
      const { resource } = request.body;
      if (!listReadable(request).includes(resource))
        throw validationError([{ field: 'resource', message: 'There is no such list' }]);
      const toShared = toResponse('View shared');
      const { userId: ownerId } = getEditor(request);
      const beforeCommit = storeIdempotentResponse(request, toShared);
      return toShared(await createSharedView(databaseHandle, request.body, { ownerId, beforeCommit }));
    },
  );

  app.patch(
    '/v1/views/:id',
    routeOptions(route('Change a shared view: for its owner and admins'), {
      params: idParams('view'),
      body: updateViewSchema,
      response: { 200: sharedViewResponseSchema, ...errorResponses(404, 409) },
    }),
    async (request) => {
      const { id } = request.params;
      const editor = getEditor(request);
      return toResponse('View saved')(await updateSharedView(databaseHandle, { id, editor, change: request.body }));
    },
  );

  app.delete(
    '/v1/views/:id',
    routeOptions(route('Delete a shared view for everyone: for its owner and admins'), {
      params: idParams('view'),
      response: { 200: messageResponseSchema, ...errorResponses(404) },
    }),
    async (request) => {
      await removeSharedView(databaseHandle, { id: request.params.id, editor: getEditor(request) });
      return { success: true as const, message: 'View deleted' };
    },
  );
};
