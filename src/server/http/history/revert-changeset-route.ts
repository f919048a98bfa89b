import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { revertChangesetResponseSchema, revertPermissions } from '#shared/history.ts';
import type { Action } from '#shared/permissions.ts';
import { exampleId } from '#shared/resource-kit/examples.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { listAffectedResources, type RevertResult, revertChangeset } from '../../history/revert-changeset.ts';
import { AppError } from '../../lib/app-error.ts';
import type { OperationsContext } from '../../records/hooks.ts';
import { bulkConflict, bulkErrorResponse } from '../records/bulk-route.ts';
import { jobStartedResponse, runLongChange } from '../records/long-change.ts';
import { type App, errorResponses, routeOptions } from '../route.ts';

const changeParams = z.object({
  changeId: z
    .string()
    .max(100)
    .meta({ example: exampleId('change') }),
});

export type RevertRouteOptions = {
  context: OperationsContext;
  assertAllowed: (request: FastifyRequest, resource: string, action: Action) => void;
};

export const addRevertChangesetRoute = (app: App, { context, assertAllowed }: RevertRouteOptions): void => {
  app.post(
    '/v1/history/changes/:changeId/revert',
    routeOptions(
      {
        access: 'signedIn',
        tag: 'history',
        summary: 'Revert a changeset, unless any of its records has changed since',
      },
      {
        params: changeParams,
        response: {
          200: revertChangesetResponseSchema,
          202: jobStartedResponse(),
          ...errorResponses(404),
          409: bulkErrorResponse(),
        },
      },
    ),
    async (request, reply) => {
      const { changeId } = request.params;
      const affected = await listAffectedResources(context.databaseHandle.database, changeId);
      if (affected.length === 0) throw new AppError('notFound', 'Change not found');
      for (const { resource, action } of affected) assertAllowed(request, resource, revertPermissions[action]);
      const toResponse = ({ changed, changeId: revertChangeId }: RevertResult) => ({
        success: true as const,
        message: `Change undone for ${formatCount(changed, 'item')}`,
        changed,
        changeId: revertChangeId,
      });
      return runLongChange(request, reply, {
        toResponse,
        run: async (options) => {
          const result = await revertChangeset(changeId, { context, ...options });
          const { failed } = result;
          if (failed.length === 0) return toResponse(result);
          throw bulkConflict(`Nothing was undone: ${formatCount(failed.length, 'item')} can’t be reverted`, failed);
        },
      });
    },
  );
};
