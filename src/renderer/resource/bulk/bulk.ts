import { z } from 'zod';
import { messageResponseSchema } from '#shared/api.ts';
import {
  type BulkResult,
  bulkResponseSchema,
  type RefusedRecord,
  refusedRecordSchema,
} from '#shared/bulk.ts';
import type { Resource } from '#shared/resource/define-resource.ts';
import { send } from '../client.ts';
import { RequestFailure } from '../errors.ts';

export type BulkChange = { action: 'delete' } | { action: 'update'; values: Record<string, unknown> };

/** Records by id, or all that match a list's filter. */
export type BulkTarget = { ids: readonly string[] } | { filter: Readonly<Record<string, string>> };

/** Changes many records: all or none, unless `isPartial`. */
export const changeTogether = async ({
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

export const revertTogether = async (changeId: string): Promise<string> => {
  const path = `/history/changes/${encodeURIComponent(changeId)}/revert`;
  return messageResponseSchema.parse(await send({ method: 'POST', path, body: {} })).message;
};

const hasRefused = z.object({ failed: z.array(refusedRecordSchema).min(1) });

/** Records that blocked a bulk change; empty for any other error. */
export const refusedOf = (error: unknown): RefusedRecord[] => {
  if (!(error instanceof RequestFailure)) return [];
  return hasRefused.safeParse(error.response.data).data?.failed ?? [];
};
