import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { useList } from '../hooks.ts';
import { type ListParamsUpdate, parseListParams, updateListParams } from '../list-params.ts';
import { noViewId, useListPreferences, viewParam } from './saved-views.ts';
import { useSteadyRows } from './steady-rows.tsx';

export const useChangeListState = (resource: Resource) => {
  const [, setSearch] = useSearchParams();
  const { preferences } = useListPreferences(resource);
  return (change: ListParamsUpdate, { replace = false } = {}) =>
    setSearch(
      (current) => {
        const next = updateListParams(current, change);
        // A default view would otherwise open again on an address without any state.
        if (preferences.defaultViewId && !next.has(viewParam)) next.set(viewParam, noViewId);
        return next;
      },
      { replace },
    );
};

/** State, rows and total of a list. A page past the end redirects to the last one. */
export const useListPage = <R extends Resource>(resource: R, fixedFilters?: Readonly<Record<string, string>>) => {
  const [search, setSearch] = useSearchParams();
  const state = parseListParams(resource, search);
  const params = { ...state, filters: { ...state.filters, ...fixedFilters } };
  const list = useList(resource, params);
  const change = useChangeListState(resource);
  const total = list.data?.total ?? 0;
  const lastPageIndex = Math.max(0, Math.ceil(total / state.pageSize) - 1);
  const isPastEnd = list.isSuccess && !list.isPlaceholderData && state.pageIndex > lastPageIndex;
  useEffect(() => {
    // The last row of the last page was deleted, or the address is outdated.
    if (isPastEnd) setSearch((current) => updateListParams(current, { pageIndex: lastPageIndex }), { replace: true });
  }, [isPastEnd, lastPageIndex, setSearch]);
  return { state, params, list, change, total, ...useSteadyRows(list, JSON.stringify(params)) };
};
