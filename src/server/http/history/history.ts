import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { listResponseSchema } from '#shared/api.ts';
import {
  historyEntrySchema,
  historyQuerySchema,
  revertChangesetResponseSchema,
  revertPermissions,
  revertResponseSchema,
  trashItemSchema,
  trashQuerySchema,
} from '#shared/history.ts';
import { type Action, can, type Role } from '#shared/permissions.ts';
import type { AnyRecord } from '#shared/resource-kit/define-resource.ts';
import { exampleId } from '#shared/resource-kit/examples.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { resources } from '#shared/resources/index.ts';

import type { HistoryTable, TrashTable } from '../../database/tables.ts';
import { findEntry, isErased, listHistory } from '../../history/entries.ts';
import { listAffectedResources, type RevertResult, revertChangeset } from '../../history/revert-changeset.ts';
import { findTrashItem, listTrash, notInTrashMessage } from '../../history/trash.ts';
import { restoreFromTrash, revertEntry } from '../../history/undo.ts';
import { AppError } from '../../lib/app-error.ts';
import type { OperationsContext } from '../../records/hooks.ts';
import { findRevertTarget } from '../../resources/index.ts';
import { forbiddenError, requireSession } from '../plugins/auth.ts';
import { storeIdempotentResponse } from '../plugins/idempotency.ts';
import { longChangeResponses, runLongChange } from '../records/long-change.ts';
import { idParams, writeOptionsFrom } from '../records/routes.ts';
import { type App, addRoute } from '../route.ts';
import { addTrashBulkRoutes } from './trash-bulk.ts';
import { addVersionRoutes } from './version-routes.ts';

const changeParams = z.object({
  changeId: z
    .string()
    .max(100)
    .meta({ example: exampleId('change') }),
});

const createResponse = (message: string) => (data: AnyRecord | null) => ({ message, data });

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

  addRoute(app, {
    url: 'GET /v1/history',
    summary: 'List history entries, newest first, optionally of one resource or record',
    query: historyQuerySchema,
    response: listResponseSchema(historyEntrySchema),
    handle: async (request) => {
      const except = listHiddenResources(request, 'update', request.query.resource);
      const found = await listHistory({ database, getHooks: context.getHooks }, { ...request.query, except });
      return { message: 'Changes found', ...found };
    },
  });

  addRoute(app, {
    url: 'POST /v1/history/:id/revert',
    summary: 'Revert a history entry, unless the record has changed since',
    params: idParams('history'),
    response: revertResponseSchema,
    errors: [404, 409],
    handle: async (request) => {
      const entry = await findEntry(database, request.params.id);
      if (!entry) throw new AppError('notFound', 'Change not found');
      return revertOrRestore(request, entry);
    },
  });

  addRoute(app, {
    url: 'POST /v1/history/changes/:changeId/revert',
    summary: 'Revert a changeset, unless any of its records has changed since',
    params: changeParams,
    response: revertChangesetResponseSchema,
    errors: [404],
    otherResponses: longChangeResponses(),
    handle: async (request, _active, reply) => {
      const { changeId } = request.params;
      const affected = await listAffectedResources(database, changeId);
      if (affected.length === 0) throw new AppError('notFound', 'Change not found');
      for (const { resource, action } of affected) prepareRevert(request, resource, revertPermissions[action]);
      const toResponse = ({ changed, changeId: revertChangeId }: RevertResult) => ({
        message: `Change undone for ${formatCount(changed, 'item')}`,
        changed,
        changeId: revertChangeId,
      });
      return runLongChange(request, reply, {
        toResponse,
        change: (options) => revertChangeset(changeId, { context, ...options }),
        describeFailure: ({ failed }) => `Nothing was undone: ${formatCount(failed.length, 'item')} can’t be reverted`,
      });
    },
  });

  addVersionRoutes(app, { context, prepareWrite: prepareRevert });

  addRoute(app, {
    url: 'GET /v1/trash',
    summary: 'List the deleted records in Trash, newest first',
    query: trashQuerySchema,
    response: listResponseSchema(trashItemSchema),
    handle: async (request) => {
      const except = listHiddenResources(request, 'update', request.query.resource);
      const found = await listTrash(database, { ...request.query, except });
      return { message: 'Deleted items found', ...found };
    },
  });

  addRoute(app, {
    url: 'POST /v1/trash/:id/restore',
    summary: 'Restore a deleted record, its files and everything deleted along with it',
    params: idParams('history'),
    response: revertResponseSchema,
    errors: [404, 409],
    handle: async (request) => {
      const item = await findTrashItem(database, request.params.id);
      if (!item) throw new AppError('notFound', notInTrashMessage);
      return restoreItem(request, item);
    },
  });

  addTrashBulkRoutes(app, { context, assertAllowed: prepareRevert, listHiddenResources });
};
