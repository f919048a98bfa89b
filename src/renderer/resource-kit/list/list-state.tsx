import { Stack, Tabs } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { useList } from '../hooks.ts';
import { type ListParamsUpdate, parseListParams, updateListParams } from '../list-params.ts';
import { noViewId, useListPreferences, viewParam } from './saved-views.ts';
import { useSteadyRows } from './steady-rows.tsx';

const useChangeListState = (resource: Resource) => {
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

/** Tabs that filter a list by one field; the first tab shows all records. */
export type TabFilter = { name: string; tabs: readonly [Tab, ...Tab[]] };
type Tab = { value: string; label: string };

/** Tabs for the options of a choice field, after one for all of them. */
export const getTabFilter = ({ fields }: Resource, name: string): TabFilter => {
  const field = fields[name];
  return {
    name,
    tabs: [{ value: 'All', label: 'All' }, ...(field?.kind === 'choice' ? field.options : [])],
  };
};

export const findTab = ({ tabs }: TabFilter, value: string | null): Tab =>
  tabs.find((tab) => tab.value.toLowerCase() === value?.toLowerCase()) ?? tabs[0];

export const useCurrentTab = (tabFilter: TabFilter): Tab => {
  const [search] = useSearchParams();
  return findTab(tabFilter, search.get(tabFilter.name));
};

/** Tabs that filter a list through its address; `children` are their content. */
export const ListTabs = ({
  resource,
  tabFilter,
  children,
}: {
  resource: Resource;
  tabFilter: TabFilter;
  children: ReactNode;
}) => {
  const change = useChangeListState(resource);
  const activeTab = useCurrentTab(tabFilter);
  const id = `${resource.name}-tabs`;
  const panelId = `${id}-panel`;
  return (
    <>
      <Tabs id={id} value={activeTab.value} onChange={(value) => change({ filters: { [tabFilter.name]: value } })}>
        <Tabs.List aria-label={`${resource.labelPlural} by ${tabFilter.name}`}>
          {tabFilter.tabs.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value} aria-controls={panelId}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <Stack id={panelId} role="tabpanel" aria-labelledby={`${id}-tab-${activeTab.value}`} flex="1 0 auto" gap={14}>
        {children}
      </Stack>
    </>
  );
};
