import type { z } from 'zod';
import { can } from '#shared/permissions.ts';
import { formatCount, inSentence } from '#shared/resource-kit/labels.ts';
import { referencesTo } from '#shared/resources/index.ts';
import { isReplaceable, type ReplaceResult, replaceRequestSchema, replaceResponseSchema } from '#shared/used-by.ts';
import { type ReplaceOutcome, replaceRecord } from '../../records/replace.ts';
import { forbiddenError, requireSession } from '../plugins/auth.ts';
import { bulkConflict, bulkErrorResponse } from './bulk-route.ts';
import { jobStartedResponse, runLongChange } from './long-change.ts';
import type { ResourceApi } from './resource-api.ts';
import { idParams, resourcePath, resourceRoute } from './routes.ts';

/** Adds a route that replaces a record by another one wherever it is used, and deletes it. */
export const addReplaceRoute = ({ app, resource, context }: ResourceApi): void => {
  if (!isReplaceable(resource)) return;
  const label = inSentence(resource.label);
  const body = replaceRequestSchema(resource);
  const toResponse = ({ changed, changeId, title }: ReplaceOutcome): ReplaceResult => ({
    success: true,
    message:
      changeId === null
        ? `${resource.label} “${title}” can be replaced in ${formatCount(changed, 'item')}`
        : `${resource.label} “${title}” replaced in ${formatCount(changed, 'item')} and deleted`,
    changed,
    changeId,
  });
  app.post<{ Params: { id: string }; Body: z.infer<typeof body> }>(
    resourcePath(resource, '/replaceById/:id'),
    resourceRoute(resource, {
      action: 'delete',
      summary: `Replace one ${label} by another one wherever it is used, and delete it, as one change`,
      params: idParams(resource.name),
      body,
      success: replaceResponseSchema,
      errorStatuses: [404],
      errorSchemas: { 202: jobStartedResponse(), 409: bulkErrorResponse() },
    }),
    async (request, reply) => {
      const { role } = requireSession(request).session;
      const isAllowed = referencesTo(resource.name).every((reference) =>
        can({ role, action: 'update', resource: reference.resource.name }),
      );
      if (!isAllowed) throw forbiddenError();
      const { replacementId, dryRun: isDryRun } = request.body;
      const replacement = { id: request.params.id, replacementId, isDryRun };
      return runLongChange(request, reply, {
        toResponse,
        run: async (options) => {
          const outcome = await replaceRecord({ resource, context }, replacement, options);
          const { failed } = outcome;
          if (failed.length === 0) return toResponse(outcome);
          const message = `Nothing was changed: the ${label} can’t be replaced in ${formatCount(failed.length, 'item')}`;
          throw bulkConflict(message, failed);
        },
      });
    },
  );
};
