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
import { type Action, can } from '#shared/permissions.ts';
import type { AnyRecord } from '#shared/resource/define-resource.ts';
import { resources } from '#shared/resources/index.ts';
import type { Role } from '#shared/session.ts';
import type { HistoryTable, TrashTable } from '../../database/tables.ts';
import { findEntry, isErased, listHistory } from '../../history/entries.ts';
import { restoreFromTrash } from '../../history/restore.ts';
import { revertEntry } from '../../history/revert-entry.ts';
import { findTrashItem, listTrash, notInTrash } from '../../history/trash.ts';
import { AppError } from '../../lib/app-error.ts';
import type { RevertTarget } from '../../records/extension.ts';
import type { OperationsContext } from '../../records/hooks.ts';
import type { App } from '../app.ts';
import { routeOptions } from '../openapi/describe-route.ts';
import { errorResponses } from '../openapi/error-responses.ts';
import { forbidden, requireSession } from '../plugins/auth.ts';
import { storeIdempotentResponse } from '../plugins/idempotency.ts';
import { idParams, writeOptionsFrom } from '../records/routes.ts';
import { addRevertChangeRoute } from './revert-changeset-route.ts';
import { addTrashBulkRoutes } from './trash-bulk.ts';

type HistoryOptions = {
  context: OperationsContext;
  findRevertible: (resource: string, context: OperationsContext) => RevertTarget | undefined;
};

const notFound = (message: string) => new AppError({ kind: 'notFound', message });
const conflict = (message: string) => new AppError({ kind: 'conflict', message });

const answerWith = (message: string) => (data: AnyRecord | null) => ({
  success: true as const,
  message,
  data,
});

const common = { access: 'signedIn', tag: 'history' } as const;

const roleOf = (request: FastifyRequest): Role => requireSession(request).session.role;

/** Returns the resources for which the user lacks the permission. Throws if `resource` is one of them. */
const hiddenFrom = (request: FastifyRequest, action: Action, resource: string | undefined): string[] => {
  const role = roleOf(request);
  const isVisible = (name: string) => can({ role, action, resource: name });
  if (resource !== undefined && !isVisible(resource)) throw forbidden();
  return resources.map(({ name }) => name).filter((name) => !isVisible(name));
};

/** Adds the routes for the history, the trash and undo. */
export const addHistory = (app: App, { context, findRevertible }: HistoryOptions): void => {
  const { database } = context.databaseHandle;

  const prepareUndo = (request: FastifyRequest, name: string, action: Action) => {
    if (!can({ role: roleOf(request), action, resource: name })) throw forbidden();
    const undoable = findRevertible(name, context);
    if (!undoable) throw notFound('This version of the app doesn’t support this type of item');
    return { context, undoable, ...writeOptionsFrom(request) };
  };

  const restoreItem = async (request: FastifyRequest, item: TrashTable) => {
    const options = prepareUndo(request, item.resource, 'create');
    const toResponse = answerWith(`${options.undoable.resource.label} restored`);
    return toResponse(
      await restoreFromTrash(item, {
        ...options,
        beforeCommit: storeIdempotentResponse(request, toResponse),
      }),
    );
  };

  const undoEntry = async (request: FastifyRequest, entry: HistoryTable) => {
    const options = prepareUndo(request, entry.resource, revertPermissions[entry.action]);
    if (isErased(entry)) throw conflict('This item was permanently deleted');
    if (entry.action !== 'delete') {
      const toResponse = answerWith('Change undone');
      return toResponse(
        await revertEntry(entry, { ...options, beforeCommit: storeIdempotentResponse(request, toResponse) }),
      );
    }
    const item = await findTrashItem(database, entry._id);
    if (item) return restoreItem(request, item);
    const title = `${options.undoable.resource.label} “${entry.title}”`;
    throw conflict(`${title} is no longer in Trash. It was restored, or its 30 days are over.`);
  };

  app.get(
    '/v1/history',
    routeOptions(
      { ...common, summary: 'List history entries, newest first, optionally of one resource or record' },
      { querystring: historyQuerySchema, response: { 200: listResponseSchema(historyEntrySchema) } },
    ),
    async (request) => {
      const except = hiddenFrom(request, 'update', request.query.resource);
      const found = await listHistory({ database, hooksOf: context.hooksOf }, { ...request.query, except });
      return { success: true as const, message: 'Changes found', ...found };
    },
  );

  app.post(
    '/v1/history/:id/revert',
    routeOptions(
      { ...common, summary: 'Revert a history entry, unless the record has changed since' },
      { params: idParams('history'), response: { 200: revertResponseSchema, ...errorResponses(404, 409) } },
    ),
    async (request) => {
      const entry = await findEntry(database, request.params.id);
      if (!entry) throw notFound('Change not found');
      return undoEntry(request, entry);
    },
  );

  addRevertChangeRoute(app, { context, findRevertible, assertAllowed: prepareUndo });

  app.get(
    '/v1/trash',
    routeOptions(
      { ...common, summary: 'List the deleted records in Trash, newest first' },
      { querystring: trashQuerySchema, response: { 200: listResponseSchema(trashItemSchema) } },
    ),
    async (request) => {
      const except = hiddenFrom(request, 'update', request.query.resource);
      const found = await listTrash(database, { ...request.query, except });
      return { success: true as const, message: 'Deleted items found', ...found };
    },
  );

  app.post(
    '/v1/trash/:id/restore',
    routeOptions(
      { ...common, summary: 'Restore a deleted record, its files and everything deleted along with it' },
      { params: idParams('history'), response: { 200: revertResponseSchema, ...errorResponses(404, 409) } },
    ),
    async (request) => {
      const item = await findTrashItem(database, request.params.id);
      if (!item) throw notFound(notInTrash);
      return restoreItem(request, item);
    },
  );

  addTrashBulkRoutes(app, {
    context,
    findRevertible,
    assertAllowed: prepareUndo,
    hiddenFrom,
  });
};
