import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { revertChangesetResponseSchema, revertPermissions } from '#shared/history.ts';
import type { Action } from '#shared/permissions.ts';
import { exampleId } from '#shared/resource/examples.ts';
import { formatCount } from '#shared/resource/labels.ts';
import {
  listAffectedResources,
  type RevertChangeOptions,
  type RevertResult,
  revertChangeset,
} from '../../history/revert-changeset.ts';
import { AppError } from '../../lib/app-error.ts';
import type { App } from '../app.ts';
import { routeOptions } from '../openapi/describe-route.ts';
import { errorResponses } from '../openapi/error-responses.ts';
import { sendError } from '../plugins/errors.ts';
import { storeIdempotentResponse } from '../plugins/idempotency.ts';
import { bulkConflict, bulkErrorResponse } from '../records/bulk-route.ts';
import { writeOptionsFrom } from '../records/routes.ts';

const changeParams = z.object({
  changeId: z
    .string()
    .max(100)
    .meta({ example: exampleId('change') }),
});

export type RevertRouteOptions = Pick<RevertChangeOptions, 'context' | 'findRevertible'> & {
  assertAllowed: (request: FastifyRequest, resource: string, action: Action) => void;
};

export const addRevertChangeRoute = (
  app: App,
  { context, findRevertible, assertAllowed }: RevertRouteOptions,
): void => {
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
        response: { 200: revertChangesetResponseSchema, ...errorResponses(404), 409: bulkErrorResponse() },
      },
    ),
    async (request, reply) => {
      const { changeId } = request.params;
      const kinds = await listAffectedResources(context.databaseHandle.database, changeId);
      if (kinds.length === 0) throw new AppError({ kind: 'notFound', message: 'Change not found' });
      for (const { resource, action } of kinds) assertAllowed(request, resource, revertPermissions[action]);
      const toResponse = ({ changed, changeId: own }: RevertResult) => ({
        success: true as const,
        message: `Change undone for ${formatCount(changed, 'item')}`,
        changed,
        changeId: own,
      });
      const undone = await revertChangeset(changeId, {
        context,
        actor: writeOptionsFrom(request).actor,
        findRevertible,
        beforeCommit: storeIdempotentResponse(request, toResponse),
      });
      const { refused } = undone;
      if (refused.length === 0) return toResponse(undone);
      const message = `Nothing was undone: ${formatCount(refused.length, 'item')} can’t be reverted`;
      return sendError(reply, bulkConflict(message, refused), { failed: refused });
    },
  );
};
