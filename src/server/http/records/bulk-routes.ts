import { errorResponseSchema } from '#shared/api.ts';
import { type BulkRequest, bulkRequestSchema, bulkResponseSchema, listFailed } from '#shared/bulk.ts';
import { can } from '#shared/permissions.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { formatCount, formatCountInSentence, inSentence } from '#shared/resource-kit/labels.ts';
import { referencesTo } from '#shared/resources/index.ts';
import { updateManyFailureShape, updateManyRequestSchema, updateManyResponseSchema } from '#shared/update-many.ts';
import { isReplaceable, replaceRequestSchema, replaceResponseSchema } from '#shared/used-by.ts';
import { AppError } from '../../lib/app-error.ts';
import { fitPage } from '../../lib/pages.ts';
import { type BulkOutcome, runBulk } from '../../records/bulk.ts';
import type { Extension } from '../../records/operations.ts';
import { type ReplaceOutcome, replaceRecord } from '../../records/replace.ts';
import { type UpdateManyOutcome, updateRecordsTogether } from '../../records/update-many.ts';
import { forbiddenError } from '../plugins/auth.ts';
import { storeIdempotentResponse } from '../plugins/idempotency.ts';
import { errorResponse } from '../route.ts';
import { bulkConflict, longChangeResponses, runLongChange } from './long-change.ts';
import { addResourceRoute, fileBodyBytes, idParams, type ResourceApi, writeOptionsFrom } from './routes.ts';

// Enough for 10,000 ids and the values to set.
const bodyLimit = 1024 * 1024;

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

export const addBulkRoute = (api: ResourceApi, extension: Extension | undefined): void => {
  const { resource, context } = api;
  const computeChanges = extension?.bulk?.computeChanges ?? ((values) => values);
  addResourceRoute(api, {
    url: 'POST /bulk',
    bodyLimit,
    action: 'update',
    summary: `Bulk update or delete ${inSentence(resource.labelPlural)}`,
    body: bulkRequestSchema(resource, extension?.bulk?.schema),
    response: bulkResponseSchema,
    otherResponses: longChangeResponses(),
    handle: async (request, { session: { role } }, reply) => {
      const { body } = request;
      if (!can({ role, action: body.action, resource: resource.name })) throw forbiddenError();
      const toResponse = (outcome: BulkOutcome) => ({
        message: buildMessage(resource, body, outcome),
        ...outcome,
        ...listFailed(outcome.failed),
      });
      const describeFailure = ({ failed, total }: BulkOutcome) =>
        `Nothing was changed: ${failed.length.toLocaleString('en')} of ${formatCountInSentence(total, resource)} can’t be ${toPastTense(body)}`;
      return runLongChange(request, reply, {
        toResponse,
        change: (options) => runBulk({ resource, context, computeChanges }, body, options),
        describeFailure: body.dryRun || body.partial ? null : describeFailure,
      });
    },
  });
};

const buildError = (resource: Resource, { failed, conflicts, errors }: UpdateManyOutcome): AppError => {
  const [rejected, stale] = [failed, conflicts].map(({ length }) => formatCountInSentence(length, resource));
  const message =
    failed.length > 0
      ? bulkConflict(`Nothing was saved: ${rejected} can’t be updated`, failed).message
      : `Nothing was saved: someone else has changed ${stale}`;
  const extra = { ...listFailed(failed), conflicts: fitPage(conflicts, { offset: 0 }).data };
  return new AppError('conflict', message, { errors, extra });
};

/** Adds a route that updates many records, each with its own values, as one change. */
export const addUpdateManyRoute = (api: ResourceApi): void => {
  const { resource, context } = api;
  const toResponse = ({ changed, changeId, records }: UpdateManyOutcome) => ({
    message: changed === 0 ? 'Nothing to update' : `${formatCountInSentence(changed, resource)} updated`,
    changed,
    changeId,
    data: fitPage(records, { offset: 0 }).data,
  });
  addResourceRoute(api, {
    url: 'POST /updateMany',
    bodyLimit: fileBodyBytes,
    action: 'update',
    summary: `Update many ${inSentence(resource.labelPlural)}, each with values of its own, as one change`,
    body: updateManyRequestSchema(resource),
    response: updateManyResponseSchema(resource),
    otherResponses: {
      409: errorResponse(409, {
        schema: errorResponseSchema.extend(updateManyFailureShape(resource)),
        description: 'Nothing was saved. Records were rejected, or someone else has changed them meanwhile',
        example: {
          message: `Nothing was saved: someone else has changed 1 ${inSentence(resource.label)}`,
        },
      }),
    },
    handle: async (request) => {
      const outcome = await updateRecordsTogether({ resource, context }, request.body.records, {
        ...writeOptionsFrom(request),
        beforeCommit: storeIdempotentResponse(request, toResponse),
      });
      const { failed, conflicts } = outcome;
      if (failed.length === 0 && conflicts.length === 0) return toResponse(outcome);
      throw buildError(resource, outcome);
    },
  });
};

/** Adds a route that replaces a record by another one wherever it is used, and deletes it. */
export const addReplaceRoute = (api: ResourceApi): void => {
  const { resource, context } = api;
  if (!isReplaceable(resource)) return;
  const label = inSentence(resource.label);
  const body = replaceRequestSchema(resource);
  const toResponse = ({ changed, changeId, title }: ReplaceOutcome) => ({
    message:
      changeId === null
        ? `${resource.label} “${title}” can be replaced in ${formatCount(changed, 'item')}`
        : `${resource.label} “${title}” replaced in ${formatCount(changed, 'item')} and deleted`,
    changed,
    changeId,
  });
  addResourceRoute(api, {
    url: 'POST /replaceById/:id',
    action: 'delete',
    summary: `Replace one ${label} by another one wherever it is used, and delete it, as one change`,
    params: idParams(resource.name),
    body,
    response: replaceResponseSchema,
    errors: [404],
    otherResponses: longChangeResponses(),
    handle: async (request, { session: { role } }, reply) => {
      const isAllowed = referencesTo(resource.name).every((reference) =>
        can({ role, action: 'update', resource: reference.resource.name }),
      );
      if (!isAllowed) throw forbiddenError();
      const { replacementId, dryRun: isDryRun } = request.body;
      const replacement = { id: request.params.id, replacementId, isDryRun };
      return runLongChange(request, reply, {
        toResponse,
        change: (options) => replaceRecord({ resource, context }, replacement, options),
        describeFailure: ({ failed }) =>
          `Nothing was changed: the ${label} can’t be replaced in ${formatCount(failed.length, 'item')}`,
      });
    },
  });
};
