import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { request } from '../client.ts';
import type { ListParams } from '../list-params.ts';
import type { BulkChange, BulkTarget } from './bulk-client.ts';
import type { Selection } from './selection.ts';

export type BulkAction = {
  label: string;
  /** `countLabel` is the count with the resource's name, such as "3 products". */
  getQuestion: (countLabel: string) => string;
  change: BulkChange;
};

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
