import type { FastifyReply, FastifyRequest } from 'fastify';
import { listResponseSchema } from '#shared/api.ts';
import { listFailed } from '#shared/bulk.ts';
import {
  emptyTrashQuerySchema,
  revertResponseSchema,
  type TrashBulkRequest,
  trashBulkRequestSchema,
  trashBulkResponseSchema,
  trashItemSchema,
  trashQuerySchema,
} from '#shared/history.ts';
import type { Action } from '#shared/permissions.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import {
  changeTrash,
  findTrashItem,
  findTrashItems,
  listTrash,
  notInTrashMessage,
  type TrashOutcome,
} from '../../history/trash.ts';
import { AppError } from '../../lib/app-error.ts';
import type { OperationsContext } from '../../records/hooks.ts';
import { longChangeResponses, runLongChange } from '../records/long-change.ts';
import { idParams } from '../records/routes.ts';
import { type App, addRoute } from '../route.ts';
import { listHiddenResources, prepareRevert, restoreItem } from './history.ts';

const requiredAction: Record<TrashBulkRequest['action'], Action> = { restore: 'create', delete: 'delete' };

const toPastTense = ({ action }: Pick<TrashBulkRequest, 'action'>) =>
  action === 'restore' ? 'restored' : 'permanently deleted';

export const addTrash = (app: App, context: OperationsContext): void => {
  const { database } = context.databaseHandle;
  const otherResponses = longChangeResponses();

  const listExcluded = async (request: FastifyRequest, { action, ids = [], filter }: TrashBulkRequest) => {
    const needed = requiredAction[action];
    const items = await findTrashItems(database, { ids });
    for (const resource of new Set(items.map((item) => item.resource))) {
      prepareRevert(context, request, { resource, action: needed });
    }
    return listHiddenResources(request, needed, filter?.resource);
  };

  const run = async (request: FastifyRequest, reply: FastifyReply, bulkRequest: TrashBulkRequest) => {
    const toResponse = (outcome: TrashOutcome) => ({
      message: `${formatCount(outcome.changed, 'item')} ${toPastTense(bulkRequest)}`,
      ...outcome,
      ...listFailed(outcome.failed),
    });
    const describeFailure = ({ failed, total }: TrashOutcome) =>
      `Nothing was changed: ${failed.length.toLocaleString('en')} of ${formatCount(total, 'item')} can’t be ${toPastTense(bulkRequest)}`;
    const except = await listExcluded(request, bulkRequest);
    return runLongChange(request, reply, {
      toResponse,
      change: (options) => changeTrash(bulkRequest, { context, except, ...options }),
      describeFailure: bulkRequest.partial ? null : describeFailure,
    });
  };

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
      return restoreItem(context, request, item);
    },
  });

  addRoute(app, {
    url: 'POST /v1/trash/bulk',
    summary: 'Restore or permanently delete several records in Trash',
    body: trashBulkRequestSchema,
    response: trashBulkResponseSchema,
    otherResponses,
    handle: async (request, _active, reply) => run(request, reply, request.body),
  });

  addRoute(app, {
    url: 'DELETE /v1/trash',
    summary: 'Empty Trash: permanently delete every record that the user may delete',
    query: emptyTrashQuerySchema,
    response: trashBulkResponseSchema,
    otherResponses,
    handle: async (request, _active, reply) =>
      run(request, reply, { action: 'delete', filter: request.query, partial: true }),
  });

  addRoute(app, {
    url: 'DELETE /v1/trash/:id',
    summary: 'Permanently delete a record in Trash and everything deleted along with it',
    params: idParams('history'),
    response: trashBulkResponseSchema,
    errors: [404],
    otherResponses,
    handle: async (request, _active, reply) => {
      const { id } = request.params;
      if (!(await findTrashItem(database, id))) throw new AppError('notFound', notInTrashMessage);
      return run(request, reply, { action: 'delete', ids: [id], partial: false });
    },
  });
};
