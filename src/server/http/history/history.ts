import type { FastifyRequest } from 'fastify';
import { listResponseSchema } from '#shared/api.ts';
import {
  historyEntrySchema,
  historyQuerySchema,
  revertPermissions,
  revertResponseSchema,
  trashItemSchema,
  trashQuerySchema,
} from '#shared/history.ts';
import { type Action, can, type Role } from '#shared/permissions.ts';
import type { AnyRecord } from '#shared/resource-kit/define-resource.ts';
import { resources } from '#shared/resources/index.ts';

import type { HistoryTable, TrashTable } from '../../database/tables.ts';
import { findEntry, isErased, listHistory } from '../../history/entries.ts';
import { findTrashItem, listTrash, notInTrashMessage } from '../../history/trash.ts';
import { restoreFromTrash, revertEntry } from '../../history/undo.ts';
import { AppError } from '../../lib/app-error.ts';
import type { OperationsContext } from '../../records/hooks.ts';
import { findRevertTarget } from '../../resources/index.ts';
import { forbiddenError, requireSession } from '../plugins/auth.ts';
import { storeIdempotentResponse } from '../plugins/idempotency.ts';
import { idParams, writeOptionsFrom } from '../records/routes.ts';
import { type App, errorResponses, routeOptions } from '../route.ts';
import { addRevertChangesetRoute } from './revert-changeset-route.ts';
import { addTrashBulkRoutes } from './trash-bulk.ts';
import { addVersionRoutes } from './version-routes.ts';

const createResponse = (message: string) => (data: AnyRecord | null) => ({
  success: true as const,
  message,
  data,
});

const routeDefaults = { access: 'signedIn', tag: 'history' } as const;

const getRole = (request: FastifyRequest): Role => requireSession(request).session.role;

/** Returns the resources for which the user lacks the permission. Throws if `resource` is one of them. */
const listHiddenResources = (request: FastifyRequest, action: Action, resource: string | undefined): string[] => {
  const role = getRole(request);
  const isVisible = (name: string) => can({ role, action, resource: name });
  if (resource !== undefined && !isVisible(resource)) throw forbiddenError();
  return resources.map(({ name }) => name).filter((name) => !isVisible(name));
};

export const addHistory = (app: App, context: OperationsContext): void => {
  const { database } = context.databaseHandle;

  const prepareRevert = (request: FastifyRequest, name: string, action: Action) => {
    if (!can({ role: getRole(request), action, resource: name })) throw forbiddenError();
    const revertTarget = findRevertTarget(name, context);
    if (!revertTarget) throw new AppError('notFound', 'This version of the app doesn’t support this type of item');
    return { context, revertTarget, ...writeOptionsFrom(request) };
  };

  const restoreItem = async (request: FastifyRequest, item: TrashTable) => {
    const options = prepareRevert(request, item.resource, 'create');
    const toResponse = createResponse(`${options.revertTarget.resource.label} restored`);
    return toResponse(
      await restoreFromTrash(item, {
        ...options,
        beforeCommit: storeIdempotentResponse(request, toResponse),
      }),
    );
  };

  const revertOrRestore = async (request: FastifyRequest, entry: HistoryTable) => {
    const options = prepareRevert(request, entry.resource, revertPermissions[entry.action]);
    if (isErased(entry)) throw new AppError('conflict', 'This item was permanently deleted');
    if (entry.action !== 'delete') {
      const toResponse = createResponse('Change undone');
      return toResponse(
        await revertEntry(entry, { ...options, beforeCommit: storeIdempotentResponse(request, toResponse) }),
      );
    }
    const item = await findTrashItem(database, entry._id);
    if (item) return restoreItem(request, item);
    const title = `${options.revertTarget.resource.label} “${entry.title}”`;
    throw new AppError('conflict', `${title} is no longer in Trash. It was restored, or its 30 days are over.`);
  };

  app.get(
    '/v1/history',
    routeOptions(
      {
        ...routeDefaults,
        summary: 'List history entries, newest first, optionally of one resource or record',
      },
      { querystring: historyQuerySchema, response: { 200: listResponseSchema(historyEntrySchema) } },
    ),
    async (request) => {
      const except = listHiddenResources(request, 'update', request.query.resource);
      const found = await listHistory({ database, getHooks: context.getHooks }, { ...request.query, except });
      return { success: true as const, message: 'Changes found', ...found };
    },
  );

  app.post(
    '/v1/history/:id/revert',
    routeOptions(
      { ...routeDefaults, summary: 'Revert a history entry, unless the record has changed since' },
      { params: idParams('history'), response: { 200: revertResponseSchema, ...errorResponses(404, 409) } },
    ),
    async (request) => {
      const entry = await findEntry(database, request.params.id);
      if (!entry) throw new AppError('notFound', 'Change not found');
      return revertOrRestore(request, entry);
    },
  );

  addRevertChangesetRoute(app, { context, assertAllowed: prepareRevert });
  addVersionRoutes(app, { context, prepareWrite: prepareRevert });

  app.get(
    '/v1/trash',
    routeOptions(
      { ...routeDefaults, summary: 'List the deleted records in Trash, newest first' },
      { querystring: trashQuerySchema, response: { 200: listResponseSchema(trashItemSchema) } },
    ),
    async (request) => {
      const except = listHiddenResources(request, 'update', request.query.resource);
      const found = await listTrash(database, { ...request.query, except });
      return { success: true as const, message: 'Deleted items found', ...found };
    },
  );

  app.post(
    '/v1/trash/:id/restore',
    routeOptions(
      {
        ...routeDefaults,
        summary: 'Restore a deleted record, its files and everything deleted along with it',
      },
      { params: idParams('history'), response: { 200: revertResponseSchema, ...errorResponses(404, 409) } },
    ),
    async (request) => {
      const item = await findTrashItem(database, request.params.id);
      if (!item) throw new AppError('notFound', notInTrashMessage);
      return restoreItem(request, item);
    },
  );

  addTrashBulkRoutes(app, { context, assertAllowed: prepareRevert, listHiddenResources });
};
