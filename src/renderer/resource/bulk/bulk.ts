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

/** What is done to many records. */
export type BulkChange = { action: 'delete' } | { action: 'update'; values: Record<string, unknown> };

/** Which ones: those that are named, or all that a list finds. */
export type BulkTarget = { ids: readonly string[] } | { filter: Readonly<Record<string, string>> };

/** Does the same to many records, as a whole: where one is refused, nothing is done, unless `isPartial`. */
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
  /** Nothing is written: the answer says what would be. */
  isDryRun?: boolean;
}): Promise<BulkResult> => {
  const body = { ...change, ...target, partial: isPartial, dryRun: isDryRun };
  return bulkResponseSchema.parse(await send({ method: 'POST', path: `/${resource.name}/bulk`, body }));
};

/** Takes back all that was written in one change. */
export const revertTogether = async (changeId: string): Promise<string> => {
  const path = `/history/changes/${encodeURIComponent(changeId)}/revert`;
  return messageResponseSchema.parse(await send({ method: 'POST', path, body: {} })).message;
};

const hasRefused = z.object({ failed: z.array(refusedRecordSchema).min(1) });

/** The records because of which nothing was done; none where that is not why. */
export const refusedOf = (error: unknown): RefusedRecord[] => {
  if (!(error instanceof RequestFailure)) return [];
  return hasRefused.safeParse(error.response.data).data?.failed ?? [];
};
