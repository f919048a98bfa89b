import { Box, Button, Stack, Tabs } from '@mantine/core';
import { IconFolderOpen, IconSearchOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { fixedOptions, formatCount, inSentence } from '#shared/resource-kit/labels.ts';
import { useAnnouncement } from '../../ui/announcements.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { focusRow } from '../../ui/table-row.tsx';
import { useList } from '../hooks.ts';
import { useShowWaiting } from '../inline/waiting-values.ts';
import { type ListParams, type ListParamsUpdate, parseListParams, updateListParams } from '../list-params.ts';
import { getOwnChangeTime } from '../query-client.ts';
import { QueryError } from '../query-error.tsx';
import { noViewId, useListPreferences, useSavedViews, viewParam } from './saved-views.ts';

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

/** State, views, rows and total of a list. A page past the end redirects to the last one. */
export const useListPage = <R extends Resource>(resource: R, fixedFilters?: Readonly<Record<string, string>>) => {
  const [search, setSearch] = useSearchParams();
  const state = parseListParams(resource, search);
  const params = { ...state, filters: { ...state.filters, ...fixedFilters } };
  const views = useSavedViews(resource, state);
  const list = useList(resource, params, !views.isOpening);
  const change = useChangeListState(resource);
  const total = list.data?.total ?? 0;
  const lastPageIndex = Math.max(0, Math.ceil(total / state.pageSize) - 1);
  const isPastEnd = list.isSuccess && !list.isPlaceholderData && state.pageIndex > lastPageIndex;
  useEffect(() => {
    // The last row of the last page was deleted, or the address is outdated.
    if (isPastEnd) setSearch((current) => updateListParams(current, { pageIndex: lastPageIndex }), { replace: true });
  }, [isPastEnd, lastPageIndex, setSearch]);
  const { rows: stored, waiting } = useSteadyRows(list, JSON.stringify(params));
  const showWaiting = useShowWaiting(resource);
  const rows = useMemo(() => stored.map(showWaiting), [stored, showWaiting]);
  return { state, params, views, list, change, total, rows, waiting };
};

/** Moves the focus from the search box to the first row, once the list shows the results of the typed text. */
export const useLeaveSearch = ({ query, isSettled }: { query: string; isSettled: boolean }) => {
  const [leftQuery, setLeftQuery] = useState<string | null>(null);
  const isReady = isSettled && leftQuery === query;
  useEffect(() => {
    if (!isReady) return;
    setLeftQuery(null);
    if (document.activeElement?.matches('[type="search"]')) focusRow(document.querySelector('[data-row]'));
  }, [isReady]);
  return setLeftQuery;
};

/** Tabs that filter a list by one field; the first tab shows all records. */
export type TabFilter = { name: string; tabs: readonly [Tab, ...Tab[]] };
type Tab = { value: string; label: string };

/** Tabs for the options of a choice field, after one for all of them. */
export const getTabFilter = ({ fields }: Resource, name: string): TabFilter => {
  const field = fields[name];
  return {
    name,
    tabs: [{ value: 'All', label: 'All' }, ...((field && fixedOptions(field)) ?? [])],
  };
};

const findTab = ({ tabs }: TabFilter, value: string | null): Tab =>
  tabs.find((tab) => tab.value.toLowerCase() === value?.toLowerCase()) ?? tabs[0];

export const useCurrentTab = (tabFilter: TabFilter): Tab => {
  const [search] = useSearchParams();
  return findTab(tabFilter, search.get(tabFilter.name));
};

/** Tabs that filter a list through its address; `children` are their content. */
export const ListTabs = (props: { resource: Resource; tabFilter: TabFilter; children: ReactNode }) => {
  const { resource, tabFilter, children } = props;
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

export const isFiltered = ({ query, filters }: ListParams): boolean => query !== '' || Object.keys(filters).length > 0;

export const ListPlaceholder = (props: {
  resource: Resource;
  listQuery: { isError: boolean; isSuccess: boolean; error: unknown; refetch: () => unknown };
  total: number;
  hasRows: boolean;
  state: ListParams;
  tabFilter?: TabFilter;
  onChange: (change: ListParamsUpdate) => void;
}) => {
  const { resource, listQuery, state, tabFilter, onChange } = props;
  const label = inSentence(resource.labelPlural);
  if (listQuery.isError && !props.hasRows) return <QueryError query={listQuery} />;
  if (!listQuery.isSuccess || props.total > 0) return null;
  const { query, filters } = state;
  const tab = tabFilter && findTab(tabFilter, filters[tabFilter.name] ?? null);
  const isTabOnly = tab && query === '' && Object.keys(filters).every((name) => name === tabFilter.name);
  const noFilters = Object.fromEntries(Object.keys(filters).map((name) => [name, null]));
  const all = isTabOnly ? { [tabFilter.name]: tabFilter.tabs[0].value } : noFilters;
  return (
    <EmptyState
      icon={isTabOnly ? IconFolderOpen : IconSearchOff}
      title={isTabOnly ? `No ${label} in “${tab.label}”` : `No ${label} match your search`}
      action={
        <Button onClick={() => onChange({ query: '', filters: all })}>
          {isTabOnly ? 'Show all' : 'Clear search and filters'}
        </Button>
      }
    />
  );
};

type ListQuery<Row> = {
  data: { data: Row[]; total: number } | undefined;
  dataUpdatedAt: number;
  isPlaceholderData: boolean;
};

/** Whether the pointer is over the rows or their notice, or one of them has the focus. */
const areRowsInUse = (): boolean => document.querySelector('[data-steady]:is(:hover, :focus-within)') !== null;

/** Keeps rows in their places while they are in use: values are updated, other changes of colleagues wait. */
export const useSteadyRows = <Row extends { _id: string }>(query: ListQuery<Row>, params: string) => {
  const { data: rows, total } = query.data ?? { data: [], total: 0 };
  const updatedAt = query.dataUpdatedAt;
  const key = query.isPlaceholderData ? '' : params;
  const loaded = { rows, total, updatedAt, key };
  const [shown, setShown] = useState(loaded);
  if (shown.key !== key || shown.updatedAt !== updatedAt) {
    const ownChangeAt = getOwnChangeTime();
    const isOwnChange = shown.key !== key || (shown.updatedAt <= ownChangeAt && ownChangeAt < updatedAt);
    const isKept = !isOwnChange && shown.rows.length > 0 && areRowsInUse();
    const byId = new Map(rows.map((row) => [row._id, row]));
    const kept = { rows: shown.rows.map((row) => byId.get(row._id) ?? row), total: shown.total };
    setShown({ ...loaded, ...(isKept && kept) });
  }
  const isWaiting = rows.length !== shown.rows.length || rows.some(({ _id }, index) => _id !== shown.rows[index]?._id);
  const show = useEffectEvent(() => setShown(loaded));
  useEffect(() => {
    if (!isWaiting) return;
    const showIfUnused = () => !areRowsInUse() && show();
    const listening = new AbortController();
    for (const type of ['pointerover', 'focusin'])
      document.addEventListener(type, showIfUnused, { signal: listening.signal });
    return () => listening.abort();
  }, [isWaiting]);
  const added = total - shown.total;
  const text = added > 0 ? `${formatCount(added, 'new item')} – show` : 'The list has changed – show';
  return {
    rows: shown.rows,
    waiting: { text: isWaiting ? text : undefined, onShow: () => setShown(loaded) },
  };
};

/** Offers to show the changes that wait, above the header, so that it moves no row. */
export const WaitingRows = ({ text, onShow }: ReturnType<typeof useSteadyRows>['waiting']) => {
  useAnnouncement(text);
  return (
    <Box pos="relative" h={0} className="bo-no-print" data-steady style={{ zIndex: 4 }}>
      {text && (
        <Button pos="absolute" left="50%" top={4} size="compact-sm" onClick={onShow} style={{ translate: '-50%' }}>
          {text}
        </Button>
      )}
    </Box>
  );
};
