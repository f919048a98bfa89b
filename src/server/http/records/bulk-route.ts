import { z } from 'zod';
import { errorResponseSchema } from '#shared/api.ts';
import {
  type BulkRequest,
  type BulkResult,
  bulkRequestSchema,
  bulkResponseSchema,
  type FailedRecord,
  failedRecordsShape,
  listFailed,
} from '#shared/bulk.ts';
import { can } from '#shared/permissions.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { formatCountInSentence, inSentence, joinSentences } from '#shared/resource-kit/labels.ts';
import { AppError } from '../../lib/app-error.ts';
import { type BulkOutcome, runBulk } from '../../records/bulk.ts';
import type { Extension } from '../../records/extension.ts';
import { forbiddenError, requireSession } from '../plugins/auth.ts';
import { errorResponse } from '../route.ts';
import { jobStartedResponse, runLongChange } from './long-change.ts';
import type { ResourceApi } from './resource-api.ts';
import { resourcePath, resourceRoute } from './routes.ts';

// Enough for 10,000 ids and the values to set.
const bodyLimit = 1024 * 1024;

const failedRecordsSchema = errorResponseSchema.extend(z.object(failedRecordsShape).partial().shape);

/** Describes a 409 response that lists the failed records. */
export const bulkErrorResponse = () =>
  errorResponse(409, {
    schema: failedRecordsSchema,
    example: { message: 'Nothing was changed: 1 of 2 countries can’t be deleted', failed: [] },
  });

export const bulkConflict = (message: string, failed: readonly FailedRecord[]): AppError =>
  new AppError('conflict', joinSentences([message, failed[0]?.message ?? '']), { extra: listFailed(failed) });

const toPastTense = ({ action }: Pick<BulkRequest, 'action'>) => (action === 'delete' ? 'deleted' : 'updated');

const buildMessage = (resource: Resource, { action, dryRun }: BulkRequest, outcome: BulkOutcome): string => {
  const { changed, failed } = outcome;
  const pastTense = toPastTense({ action });
  const failedText =
    failed.length > 0 ? `, ${failed.length.toLocaleString('en')} ${dryRun ? 'can’t be' : 'failed'}` : '';
  if (dryRun) return `${formatCountInSentence(changed, resource)} will be ${pastTense}${failedText}`;
  if (changed === 0 && failed.length === 0) return 'Nothing to update';
  return `${formatCountInSentence(changed, resource)} ${pastTense}${failedText}`;
};

export const addBulkRoute = ({ app, resource, context }: ResourceApi, extension: Extension | undefined): void => {
  const target = {
    resource,
    context,
    computeChanges: extension?.bulk?.computeChanges ?? ((values) => values),
  } satisfies Parameters<typeof runBulk>[0];
  app.post<{ Body: BulkRequest }>(
    resourcePath(resource, '/bulk'),
    {
      bodyLimit,
      ...resourceRoute(resource, {
        action: 'update',
        summary: `Bulk update or delete ${inSentence(resource.labelPlural)}`,
        body: bulkRequestSchema(resource, extension?.bulk?.schema),
        success: bulkResponseSchema,
        errorSchemas: { 202: jobStartedResponse(), 409: bulkErrorResponse() },
      }),
    },
    async (request, reply) => {
      const { body } = request;
      const { role } = requireSession(request).session;
      if (!can({ role, action: body.action, resource: resource.name })) throw forbiddenError();
      const toResponse = (outcome: BulkOutcome): BulkResult => ({
        success: true,
        message: buildMessage(resource, body, outcome),
        ...outcome,
        ...listFailed(outcome.failed),
      });
      return runLongChange(request, reply, {
        toResponse,
        run: async (options) => {
          const { outcome, isCommitted } = await runBulk(target, body, options);
          if (isCommitted || body.dryRun) return toResponse(outcome);
          const { failed, total } = outcome;
          const message = `Nothing was changed: ${failed.length.toLocaleString('en')} of ${formatCountInSentence(total, resource)} can’t be ${toPastTense(body)}`;
          throw bulkConflict(message, failed);
        },
      });
    },
  );
};
