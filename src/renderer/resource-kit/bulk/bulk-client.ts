import { z } from 'zod';
import { messageResponseSchema } from '#shared/api.ts';
import { type BulkResult, bulkResponseSchema, type FailedRecord, failedRecordSchema } from '#shared/bulk.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { send } from '../client.ts';
import { ApiError } from '../errors.ts';

export type BulkChange = { action: 'delete' } | { action: 'update'; values: Record<string, unknown> };

/** Records by id, or all that match a list's filter. */
export type BulkTarget = { ids: readonly string[] } | { filter: Readonly<Record<string, string>> };

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
  return bulkResponseSchema.parse(await send({ method: 'POST', path: `/${resource.name}/bulk`, body }));
};

export const revertBulkChange = async (changeId: string): Promise<string> => {
  const path = `/history/changes/${encodeURIComponent(changeId)}/revert`;
  return messageResponseSchema.parse(await send({ method: 'POST', path, body: {} })).message;
};

const failedRecordsSchema = z.object({ failed: z.array(failedRecordSchema).min(1) });

/** Records that blocked a bulk change; empty for any other error. */
export const getFailedRecords = (error: unknown): FailedRecord[] => {
  if (!(error instanceof ApiError)) return [];
  return failedRecordsSchema.safeParse(error.response.data).data?.failed ?? [];
};
