import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Resource } from '#shared/resource/define-resource.ts';
import { useList } from '../hooks.ts';
import { changeListState, readListState } from '../list-state.ts';
import { useChangeAddress } from './use-change-address.ts';

const noRows: never[] = [];

/** What the list is asked for, and how that changes. Past the last page it goes back to it. */
export const useListPage = <R extends Resource>(resource: R, fixed?: Readonly<Record<string, string>>) => {
  const [search, setSearch] = useSearchParams();
  const state = readListState(resource, search);
  const params = { ...state, filters: { ...state.filters, ...fixed } };
  const list = useList(resource, params);
  const change = useChangeAddress(resource);
  const total = list.data?.total ?? 0;
  const lastPageIndex = Math.max(0, Math.ceil(total / state.pageSize) - 1);
  const isPastEnd = list.isSuccess && !list.isPlaceholderData && state.pageIndex > lastPageIndex;
  useEffect(() => {
    // The last row of the last page was deleted, or the address is an old one.
    if (isPastEnd)
      setSearch((current) => changeListState(current, { pageIndex: lastPageIndex }), { replace: true });
  }, [isPastEnd, lastPageIndex, setSearch]);
  return { state, params, list, change, total, rows: list.data?.data ?? noRows };
};
