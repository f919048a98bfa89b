import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Resource } from '#shared/resource/define-resource.ts';
import { useList } from '../hooks.ts';
import { changeListState, type ListChange, readListState } from '../list-state.ts';
import { useListPreferences } from './list-preferences.ts';
import { noViewId, viewParam } from './list-views.ts';

/** Changes what the address of a list asks for. */
export const useChangeAddress = (resource: Resource) => {
  const [, setSearch] = useSearchParams();
  const { preferences } = useListPreferences(resource);
  return (change: ListChange, { isReplacing = false } = {}) =>
    setSearch(
      (current) => {
        const next = changeListState(current, change);
        // Where a view opens by itself, an address that asks for nothing would open it again.
        if (preferences.defaultViewId && !next.has(viewParam)) next.set(viewParam, noViewId);
        return next;
      },
      { replace: isReplacing },
    );
};

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
