import { errorResponseSchema } from '#shared/api.ts';
import {
  type BulkRequest,
  type BulkResult,
  bulkRequestSchema,
  bulkResponseSchema,
  type RefusedRecord,
  refusedRecordSchema,
} from '#shared/bulk.ts';
import { can } from '#shared/permissions.ts';
import type { Resource } from '#shared/resource/define-resource.ts';
import { countedInSentence, inSentence, joinSentences } from '#shared/resource/words.ts';
import { Failure } from '../../lib/failure.ts';
import { type BulkOutcome, runBulk } from '../../records/bulk.ts';
import { type Extension, extendedOperations } from '../../records/extension.ts';
import { describedFailure } from '../openapi/failures.ts';
import { notAllowed, sessionOfRequest } from '../plugins/auth.ts';
import { sendFailure } from '../plugins/errors.ts';
import { keepingAnswer } from '../plugins/idempotency.ts';
import type { ResourceApi } from './resource-api.ts';
import { pathOf, routeOptions, writerOf } from './routes.ts';

// Enough for 10,000 ids and the values to set.
const bodyLimit = 1024 * 1024;

const refusedSchema = errorResponseSchema.extend({ failed: refusedRecordSchema.array().optional() });

/** Describes a refusal that lists the records that caused it. */
export const describedRefusal = () =>
  describedFailure(409, {
    schema: refusedSchema,
    example: { message: 'Nothing was changed: 1 of 2 countries can’t be deleted', failed: [] },
  });

export const refusal = (message: string, [first]: readonly RefusedRecord[]): Failure =>
  new Failure({ kind: 'conflict', message: joinSentences([message, first?.message ?? '']) });

const pastOf = ({ action }: Pick<BulkRequest, 'action'>) => (action === 'delete' ? 'deleted' : 'updated');

const messageOf = (resource: Resource, { action, dryRun }: BulkRequest, outcome: BulkOutcome): string => {
  const { changed, failed } = outcome;
  const done = pastOf({ action });
  const others =
    failed.length > 0 ? `, ${failed.length.toLocaleString('en')} ${dryRun ? 'can’t be' : 'failed'}` : '';
  if (dryRun) return `${countedInSentence(changed, resource)} will be ${done}${others}`;
  if (changed === 0 && failed.length === 0) return 'Nothing to update';
  return `${countedInSentence(changed, resource)} ${done}${others}`;
};

/** Adds the route that updates or deletes many records in one transaction. */
export const addBulkRoute = (api: ResourceApi, extension: Extension | undefined): void => {
  const { app, resource, context } = api;
  const target = {
    resource,
    context,
    changesOf: extension?.bulk?.changesOf ?? ((values) => values),
    operationsOn: (within) => extendedOperations(resource, { context: within, extension }),
  } satisfies Parameters<typeof runBulk>[0];
  app.post<{ Body: BulkRequest }>(
    pathOf(api, '/bulk'),
    {
      bodyLimit,
      ...routeOptions(api, {
        action: 'update',
        summary: `Bulk update or delete ${inSentence(resource.labelPlural)}`,
        schema: { body: bulkRequestSchema(resource, extension?.bulk?.schema) },
        success: bulkResponseSchema,
        described: { 409: describedRefusal() },
      }),
    },
    async (request, reply) => {
      const { body } = request;
      const { role } = sessionOfRequest(request).session;
      if (!can({ role, action: body.action, resource: resource.name })) throw notAllowed();
      const toAnswer = (outcome: BulkOutcome): BulkResult => ({
        success: true,
        message: messageOf(resource, body, outcome),
        ...outcome,
      });
      const { outcome, isKept } = await runBulk(target, body, {
        ...writerOf(request),
        finally: keepingAnswer(request, toAnswer),
      });
      if (isKept || body.dryRun) return toAnswer(outcome);
      const { failed, total } = outcome;
      const what = `Nothing was changed: ${failed.length.toLocaleString('en')} of ${countedInSentence(total, resource)} can’t be ${pastOf(body)}`;
      return sendFailure(reply, refusal(what, failed), { failed });
    },
  );
};
