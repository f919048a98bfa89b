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
import { type App, addRoute } from './route.ts';

const route = (summary: string) => ({ access: 'signedIn', tag: 'views', summary }) as const;

const listReadable = (request: FastifyRequest): string[] => {
  const { role } = requireSession(request).session;
  return resources.map(({ name }) => name).filter((resource) => can({ role, action: 'read', resource }));
};

const getEditor = (request: FastifyRequest) => {
  const { userId, role } = requireSession(request).session;
  return { userId, isAdmin: role === 'ADMIN' };
};

const toResponse = (message: string) => (data: SharedView) => ({ message, data });

export const addSharedViews = (app: App, { databaseHandle }: OperationsContext): void => {
  const { database } = databaseHandle;

  addRoute(app, {
    url: 'GET /v1/views',
    ...route('List the views that are shared with everyone'),
    response: sharedViewsResponseSchema,
    handle: async (request) => {
      const data = await listSharedViews(database, listReadable(request));
      return { message: 'Views found', data, total: data.length };
    },
  });

  addRoute(app, {
    url: 'POST /v1/views',
    ...route('Share a view of a list with everyone'),
    body: createViewSchema,
    response: sharedViewResponseSchema,
    errors: [409],
    handle: async (request) => {
      const { resource } = request.body;
      if (!listReadable(request).includes(resource))
        throw validationError([{ field: 'resource', message: 'There is no such list' }]);
      const toShared = toResponse('View shared');
      const { userId: ownerId } = getEditor(request);
      const beforeCommit = storeIdempotentResponse(request, toShared);
      return toShared(await createSharedView(databaseHandle, request.body, { ownerId, beforeCommit }));
    },
  });

  addRoute(app, {
    url: 'PATCH /v1/views/:id',
    ...route('Change a shared view: for its owner and admins'),
    params: idParams('view'),
    body: updateViewSchema,
    response: sharedViewResponseSchema,
    errors: [404, 409],
    handle: async (request) => {
      const { id } = request.params;
      const editor = getEditor(request);
      return toResponse('View saved')(await updateSharedView(databaseHandle, { id, editor, change: request.body }));
    },
  });

  addRoute(app, {
    url: 'DELETE /v1/views/:id',
    ...route('Delete a shared view for everyone: for its owner and admins'),
    params: idParams('view'),
    response: messageResponseSchema,
    errors: [404],
    handle: async (request) => {
      await removeSharedView(databaseHandle, { id: request.params.id, editor: getEditor(request) });
      return { message: 'View deleted' };
    },
  });
};
