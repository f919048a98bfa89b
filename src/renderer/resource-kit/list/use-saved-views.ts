import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import type { NewSharedView, SharedView, SharedViewChange } from '#shared/shared-views.ts';
import { request, send } from '../client.ts';
import { listQuery } from '../hooks.ts';
import { type ListParams, parseListParams } from '../list-params.ts';
import { queryClient, queryKeys, refetchQueries } from '../query-client.ts';
import { useIsFullServer } from '../server-level.ts';
import { useSession } from '../session-store.ts';
import {
  findView,
  type ListPreferences,
  type SavedView,
  toViewSearch,
  toViewSearchParams,
  useListPreferences,
  viewParam,
  withSharedViews,
} from './saved-views.ts';

const queryKey = ['sharedViews'] as const;

const noViews: SharedView[] = [];

/** The views of a list that are shared with everyone. */
export const useSharedViews = ({ name }: Resource): { isSupported: boolean; views: SavedView[] } => {
  const isSupported = useIsFullServer() === true;
  const session = useSession();
  const { data = noViews } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await request<{ data: SharedView[] }>('GET', '/views', { signal })).data,
    enabled: isSupported,
  });
  const views = data
    .filter(({ resource }) => resource === name)
    .map(({ _id, name: viewName, search, columns, ownerId, ownerName, version }): SavedView => {
      const isOwn = ownerId === session?.userId;
      return {
        id: _id,
        name: viewName,
        search,
        ...(columns && { columns }),
        shared: { ownerName, isOwn, canChange: isOwn || session?.role === 'ADMIN', version },
      };
    });
  return { isSupported, views };
};

const toContent = ({ name, search, columns }: Pick<SavedView, 'name' | 'search' | 'columns'>) => ({
  name,
  search,
  columns: columns ? { order: [...columns.order], hidden: [...columns.hidden] } : null,
});

/** Returns the id of the shared view. */
export const shareView = async (resource: Resource, view: SavedView): Promise<string> => {
  const body: NewSharedView = { resource: resource.name, ...toContent(view) };
  const { data } = await send<{ data: SharedView }>({ method: 'POST', path: '/views', body });
  await refetchQueries(queryKey);
  return data._id;
};

/** Fails if someone else has changed the view since it was fetched. */
export const changeSharedView = async (
  view: SavedView,
  change: Partial<Pick<SavedView, 'name' | 'search' | 'columns'>>,
): Promise<void> => {
  const body: SharedViewChange = { ...toContent({ ...view, ...change }), version: view.shared?.version };
  try {
    await send({ method: 'PATCH', path: `/views/${encodeURIComponent(view.id)}`, body });
  } finally {
    await refetchQueries(queryKey);
  }
};

export const removeSharedView = async ({ id }: SavedView): Promise<void> => {
  try {
    await request('DELETE', `/views/${encodeURIComponent(id)}`);
  } finally {
    await refetchQueries(queryKey);
  }
};

/** The views of a list, its own and those shared with everyone, with the open one and the state that it may save. */
export type SavedViews = {
  resource: Resource;
  state: ListParams;
  preferences: ListPreferences;
  current: SavedView | undefined;
  change: ReturnType<typeof useListPreferences>['change'];
  canShare: boolean;
};

/** Opens the default view on an address without a view. */
export const useSavedViews = (resource: Resource, state: ListParams): SavedViews => {
  const [search, setSearch] = useSearchParams();
  const { preferences: own, change } = useListPreferences(resource);
  const { isSupported, views } = useSharedViews(resource);
  const preferences = withSharedViews(own, views);
  const defaultView = findView(preferences, preferences.defaultViewId);
  const defaultSearch = defaultView && toViewSearchParams(defaultView, preferences).toString();
  const shouldOpenDefaultView =
    defaultView !== undefined && !search.has(viewParam) && state.pageIndex === 0 && toViewSearch(state) === '';
  useEffect(() => {
    if (shouldOpenDefaultView) setSearch(new URLSearchParams(defaultSearch), { replace: true });
  }, [shouldOpenDefaultView, defaultSearch, setSearch]);
  const current = findView(preferences, search.get(viewParam));
  return { resource, state, preferences, current, change, canShare: isSupported };
};

/** The number of records in each view, fetched only while enabled. */
export const useViewCounts = (
  resource: Resource,
  views: readonly Pick<SavedView, 'search'>[],
  { isEnabled, fixedFilters }: { isEnabled: boolean; fixedFilters?: Readonly<Record<string, string>> },
): { counts: readonly (number | undefined)[]; isFailed: boolean; refetch: () => void } => {
  const pages = views.map(({ search }) => {
    const params = parseListParams(resource, new URLSearchParams(search));
    const filters = { ...params.filters, ...fixedFilters };
    return { ...params, filters, pageIndex: 0, pageSize: 1 };
  });
  // One query, because `useQueries` would add to the code that every list loads.
  const { data = [], refetch } = useQuery({
    queryKey: queryKeys.counts(resource.name, pages),
    queryFn: async () => {
      const results = await Promise.allSettled(
        pages.map((page) => queryClient.fetchQuery({ ...listQuery(resource, page), staleTime: 0 })),
      );
      return results.map((result) => (result.status === 'fulfilled' ? result.value.total : null));
    },
    enabled: isEnabled,
  });
  return {
    counts: data.map((count) => count ?? undefined),
    isFailed: data.includes(null),
    refetch: () => void refetch(),
  };
};
