import type { FastifyReply, FastifyRequest } from 'fastify';
import { listFailed } from '#shared/bulk.ts';
import {
  emptyTrashQuerySchema,
  type TrashBulkRequest,
  trashBulkRequestSchema,
  trashBulkResponseSchema,
} from '#shared/history.ts';
import type { Action } from '#shared/permissions.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { changeTrash, findTrashItems, notInTrashMessage, type TrashOutcome } from '../../history/trash.ts';
import { AppError } from '../../lib/app-error.ts';
import type { OperationsContext } from '../../records/hooks.ts';
import { longChangeResponses, runLongChange } from '../records/long-change.ts';
import { idParams } from '../records/routes.ts';
import { type App, addRoute } from '../route.ts';

const requiredAction: Record<TrashBulkRequest['action'], Action> = { restore: 'create', delete: 'delete' };

const toPastTense = ({ action }: Pick<TrashBulkRequest, 'action'>) =>
  action === 'restore' ? 'restored' : 'permanently deleted';

type TrashRouteOptions = {
  context: OperationsContext;
  assertAllowed: (request: FastifyRequest, resource: string, action: Action) => void;
  listHiddenResources: (request: FastifyRequest, action: Action, resource: string | undefined) => string[];
};

export const addTrashBulkRoutes = (
  app: App,
  { context, assertAllowed, listHiddenResources }: TrashRouteOptions,
): void => {
  const { database } = context.databaseHandle;
  const otherResponses = longChangeResponses();

  const listExcluded = async (request: FastifyRequest, { action, ids = [], filter }: TrashBulkRequest) => {
    const needed = requiredAction[action];
    const items = await findTrashItems(database, { ids });
    for (const resource of new Set(items.map((item) => item.resource))) {
      assertAllowed(request, resource, needed);
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
      const [item] = await findTrashItems(database, { ids: [id] });
      if (!item) throw new AppError('notFound', notInTrashMessage);
      return run(request, reply, { action: 'delete', ids: [id], partial: false });
    },
  });
};
