import type { BulkResult, FailedRecord } from '#shared/bulk.ts';
import { isArrayOf, isShape, isString } from '#shared/guards.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { ApiError } from '../errors.ts';
import { requestChange } from '../long-change.ts';

export type BulkChange = { action: 'delete' } | { action: 'update'; values: Record<string, unknown> };

/** Records by id, or all that match a list's filter, as long as these are the ones of the snapshot. */
export type BulkTarget = { ids: readonly string[] } | { filter: Readonly<Record<string, string>>; snapshot?: string };

/** Changes many records: all or none, unless `isPartial`. */
export const applyBulkChange = async ({
  resource,
  change,
  target,
  isPartial,
  isDryRun = false,
}: {
  resource: Resource;
  change: BulkChange;
  target: BulkTarget;
  isPartial: boolean;
  /** Returns the result without writing. */
  isDryRun?: boolean;
}): Promise<BulkResult> => {
  const body = { ...change, ...target, partial: isPartial, dryRun: isDryRun };
  const verb = isDryRun ? 'Checking' : change.action === 'delete' ? 'Deleting' : 'Updating';
  const title = `${verb} ${inSentence(resource.labelPlural)}…`;
  const response = await requestChange('POST', `/${resource.name}/bulk`, { title, body });
  const { bulkResponseSchema } = await import('#shared/bulk.ts');
  return bulkResponseSchema.parse(response);
};

export const revertBulkChange = async (changeId: string): Promise<string> => {
  const path = `/history/changes/${encodeURIComponent(changeId)}/revert`;
  const response = await requestChange('POST', path, { title: 'Undoing the change…', body: {} });
  const { messageResponseSchema } = await import('#shared/api.ts');
  return messageResponseSchema.parse(response).message;
};

const hasFailedRecords = isShape<{ failed: FailedRecord[] }>({
  failed: isArrayOf(isShape<FailedRecord>({ id: isString, label: isString, message: isString })),
});

/** Records that blocked a bulk change; empty for any other error. */
export const getFailedRecords = (error: unknown): FailedRecord[] => {
  if (!(error instanceof ApiError)) return [];
  const { data } = error.response;
  return hasFailedRecords(data) ? data.failed : [];
};
