import * as z from 'zod/mini';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { getFailedRecords } from '../bulk/bulk-client.ts';
import { send } from '../client.ts';
import { ApiError, recordSchema } from '../errors.ts';

type UpdateManyResult = { message: string; changeId: string | null; data: AnyRecord[] };

/** Updates many records, each with its own values, as one change: all or none. */
export const updateMany = (resource: Resource, records: readonly object[]): Promise<UpdateManyResult> =>
  send<UpdateManyResult>({ method: 'POST', path: `/${resource.name}/updateMany`, body: { records } });

const conflictSchema = z.object({
  conflicts: z.array(recordSchema),
  failed: z.array(z.unknown()),
});

/** The records that someone else has changed, if nothing else prevents the save. */
export const getConflicts = (error: unknown): readonly AnyRecord[] => {
  if (!(error instanceof ApiError) || error.response.status !== 409) return [];
  const { data } = conflictSchema.safeParse(error.response.data);
  return data?.failed.length === 0 ? data.conflicts : [];
};

/** Ids of the records that someone has deleted. The server knows no name of these. */
export const getDeletedIds = (error: unknown): string[] =>
  getFailedRecords(error).flatMap(({ id, label }) => (label === '' ? id : []));
