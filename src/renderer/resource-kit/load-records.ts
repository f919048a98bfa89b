import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { maxPageSize } from '#shared/resource-kit/list-fields.ts';
import { getClient } from './client.ts';
import type { ListParams } from './list-params.ts';

type Loaded = { records: readonly AnyRecord[]; total: number };

/** Loads all records that a list finds, up to a limit. */
export const loadRecords = async (
  resource: Resource,
  params: Omit<ListParams, 'pageIndex' | 'pageSize'>,
  {
    max,
    signal,
    onProgress = () => {},
  }: { max: number; signal: AbortSignal; onProgress?: (loaded: number, total: number) => void },
): Promise<Loaded> => {
  // By id, because a record moves to the next page if another one is added meanwhile.
  const records = new Map<string, AnyRecord>();
  for (let pageIndex = 0; ; pageIndex += 1) {
    const page = await getClient(resource).list({ ...params, pageIndex, pageSize: maxPageSize }, signal);
    for (const record of page.data as AnyRecord[]) records.set(record._id, record);
    const end = Math.min(page.total, max);
    onProgress(Math.min((pageIndex + 1) * maxPageSize, end), end);
    if (page.data.length === 0 || (pageIndex + 1) * maxPageSize >= end)
      return { records: [...records.values()], total: page.total };
  }
};
