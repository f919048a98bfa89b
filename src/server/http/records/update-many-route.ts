import { errorResponseSchema } from '#shared/api.ts';
import { listFailed } from '#shared/bulk.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { formatCountInSentence, inSentence } from '#shared/resource-kit/labels.ts';
import {
  type RecordChanges,
  updateManyFailureShape,
  updateManyRequestSchema,
  updateManyResponseSchema,
} from '#shared/update-many.ts';
import { AppError } from '../../lib/app-error.ts';
import { fitPage } from '../../lib/pages.ts';
import { type UpdateManyOutcome, updateRecordsTogether } from '../../records/update-many.ts';
import { sendError } from '../plugins/errors.ts';
import { storeIdempotentResponse } from '../plugins/idempotency.ts';
import { errorResponse } from '../route.ts';
import { bulkConflict } from './bulk-route.ts';
import { fileBodyBytes, type ResourceApi } from './resource-api.ts';
import { resourcePath, resourceRoute, writeOptionsFrom } from './routes.ts';

const buildError = (resource: Resource, { failed, conflicts, errors }: UpdateManyOutcome): AppError => {
  const [rejected, stale] = [failed, conflicts].map(({ length }) => formatCountInSentence(length, resource));
  const message =
    failed.length > 0
      ? bulkConflict(`Nothing was saved: ${rejected} can’t be updated`, failed).message
      : `Nothing was saved: someone else has changed ${stale}`;
  return new AppError('conflict', message, { errors });
};

/** Adds a route that updates many records, each with its own values, as one change. */
export const addUpdateManyRoute = ({ app, resource, context }: ResourceApi): void => {
  const toResponse = ({ changed, changeId, records }: UpdateManyOutcome) => ({
    success: true,
    message: changed === 0 ? 'Nothing to update' : `${formatCountInSentence(changed, resource)} updated`,
    changed,
    changeId,
    data: fitPage(records, { offset: 0 }).data,
  });
  app.post<{ Body: { records: RecordChanges[] } }>(
    resourcePath(resource, '/updateMany'),
    {
      bodyLimit: fileBodyBytes,
      ...resourceRoute(resource, {
        action: 'update',
        summary: `Update many ${inSentence(resource.labelPlural)}, each with values of its own, as one change`,
        body: updateManyRequestSchema(resource),
        success: updateManyResponseSchema(resource),
        errorSchemas: {
          409: errorResponse(409, {
            schema: errorResponseSchema.extend(updateManyFailureShape(resource)),
            description: 'Nothing was saved. Records were rejected, or someone else has changed them meanwhile',
            example: {
              message: `Nothing was saved: someone else has changed 1 ${inSentence(resource.label)}`,
            },
          }),
        },
      }),
    },
    async (request, reply) => {
      const outcome = await updateRecordsTogether({ resource, context }, request.body.records, {
        ...writeOptionsFrom(request),
        beforeCommit: storeIdempotentResponse(request, toResponse),
      });
      const { failed, conflicts } = outcome;
      if (failed.length === 0 && conflicts.length === 0) return toResponse(outcome);
      return sendError(reply, buildError(resource, outcome), {
        ...listFailed(failed),
        conflicts: fitPage(conflicts, { offset: 0 }).data,
      });
    },
  );
};
