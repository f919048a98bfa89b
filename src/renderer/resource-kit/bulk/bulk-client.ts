import * as z from 'zod/mini';
import type { BulkResult, FailedRecord } from '#shared/bulk.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { fixedOptions, inSentence } from '#shared/resource-kit/labels.ts';
import type { Selection } from '../../ui/selection.ts';
import { request } from '../client.ts';
import { ApiError } from '../errors.ts';
import type { ListParams } from '../list-params.ts';
import { requestChange } from '../long-change.ts';

export type BulkChange = { action: 'delete' } | { action: 'update'; values: Record<string, unknown> };

export type BulkAction = {
  label: string;
  /** `countLabel` is the count with the resource's name, such as "3 products". */
  getQuestion: (countLabel: string) => string;
  change: BulkChange;
};

/** Bulk actions of a list: one per status, and delete. */
export const getBulkActions = (
  resource: Resource,
  { canUpdate, canDelete }: { canUpdate: boolean; canDelete: boolean },
): BulkAction[] => {
  // The server has no bulk endpoint for a single record.
  if (resource.isSingleton) return [];
  const { status } = resource.fields;
  const verb = status?.kind === 'status' ? 'Set' : 'Mark';
  const statusActions = ((status && fixedOptions(status)) ?? []).map(
    ({ value, label }): BulkAction => ({
      label: `${verb} as ${inSentence(label)}`,
      getQuestion: (countLabel) => `${verb} ${countLabel} as ${inSentence(label)}?`,
      change: { action: 'update', values: { status: value } },
    }),
  );
  const deleteAction: BulkAction = {
    label: 'Delete',
    getQuestion: (countLabel) => `Delete ${countLabel}?`,
    change: { action: 'delete' },
  };
  return [...(canUpdate ? statusActions : []), ...(canDelete ? [deleteAction] : [])];
};

/** Records by id, or all that match a list's filter, as long as these are the ones of the snapshot. */
export type BulkTarget = { ids: readonly string[] } | { filter: Readonly<Record<string, string>>; snapshot?: string };

export type SelectedRows = { selection: Selection; params: ListParams };

export type CountedTarget = { target: BulkTarget; count: number };

/** Counts the selected records for a question. The server refuses if others are selected when it is answered. */
export const countTarget = async (
  resource: Resource,
  { selection: { isAll, titlesById }, params: { query, filters } }: SelectedRows,
): Promise<CountedTarget> => {
  if (!isAll) return { target: { ids: [...titlesById.keys()] }, count: titlesById.size };
  const filter = { ...filters, ...(query && { query }) };
  const { total, snapshot } = await request<{ total: number; snapshot?: string }>('GET', `/${resource.name}/`, {
    params: { ...filter, pageSize: 1, snapshot: 'true' },
  });
  return { target: { filter, ...(snapshot !== undefined && { snapshot }) }, count: total };
};

/** Changes many records: all or none, unless `isPartial`. */
export const applyBulkChange = (options: {
  resource: Resource;
  change: BulkChange;
  target: BulkTarget;
  isPartial: boolean;
  /** Returns the result without writing. */
  isDryRun?: boolean;
}): Promise<BulkResult> => {
  const { resource, change, target, isPartial, isDryRun = false } = options;
  const body = { ...change, ...target, partial: isPartial, dryRun: isDryRun };
  const verb = isDryRun ? 'Checking' : change.action === 'delete' ? 'Deleting' : 'Updating';
  const title = `${verb} ${inSentence(resource.labelPlural)}…`;
  return requestChange('POST', `/${resource.name}/bulk`, { title, body });
};

export const revertBulkChange = async (changeId: string): Promise<string> => {
  const path = `/history/changes/${encodeURIComponent(changeId)}/revert`;
  return (await requestChange<{ message: string }>('POST', path, { title: 'Undoing the change…', body: {} })).message;
};

/** The first records that blocked a change, and the number of all. */
export type FailedRecords = { failed: FailedRecord[]; failedCount: number };

const failureSchema = z.object({
  failed: z.array(z.object({ id: z.string(), label: z.string(), message: z.string() })),
  failedCount: z.number(),
});

/** Records that blocked a bulk change; none for any other error. */
export const getFailedRecords = (error: unknown): FailedRecords =>
  (error instanceof ApiError && failureSchema.safeParse(error.response.data).data) || { failed: [], failedCount: 0 };
