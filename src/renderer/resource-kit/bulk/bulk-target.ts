import type { ListParams } from '../list-params.ts';
import type { BulkChange, BulkTarget } from './bulk-client.ts';
import type { Selection } from './selection.ts';

export type BulkAction = {
  label: string;
  /** `countLabel` is the count with the resource's name, such as "3 products". */
  getQuestion: (countLabel: string) => string;
  change: BulkChange;
};

export type SelectionSnapshot = { selection: Selection; count: number; params: ListParams };

export const toBulkTarget = ({
  selection: { isAll, titlesById },
  params: { query, filters },
}: Pick<SelectionSnapshot, 'selection' | 'params'>): BulkTarget =>
  isAll ? { filter: { ...filters, ...(query && { query }) } } : { ids: [...titlesById.keys()] };
