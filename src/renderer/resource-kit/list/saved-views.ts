import { randomId, useLocalStorage } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import type { NewView, SavedView, ViewChange } from '#shared/saved-views.ts';
import { parseStored, readStoredItem, storeItem } from '../../ui/stored-item.ts';
import { request, send } from '../client.ts';
import { getErrorStatus } from '../errors.ts';
import { listQuery } from '../hooks.ts';
import { initialPageSize, type ListParams, parseListParams, updateListParams } from '../list-params.ts';
import { queryClient, queryKeys, refetchQueries } from '../query-client.ts';
import { isFullServer, useIsFullServer } from '../server-level.ts';
import { getCurrentUserId, useSession, useUserId } from '../session-store.ts';
import { type ColumnSettings, columnSettingsSchema } from './column-menu.tsx';
import { formerViewsSchema, parseFormerPreferences } from './former-preferences.ts';

// URL parameter with the view's id; `noViewId` opens the list without a view.
export const viewParam = 'view';
export const noViewId = 'all';

export const maxViewNameLength = 60;

/** A list below a record has no entry in the sidebar, where its views could be pinned. */
export const canPin = ({ paths }: Resource): boolean => !paths.list?.includes(':');

const preferencesSchema = z.object({
  /** Columns that the user chose without saving them, by view or `noViewId`; null for the list's own. */
  columns: z._default(z.record(z.string(), z.nullable(columnSettingsSchema)), {}),
  /** Shared by all views. */
  widths: z.optional(z.record(z.string(), z.number().check(z.positive()))),
  defaultViewId: z.optional(z.string()),
  /** Ids of views in the sidebar. */
  pinnedIds: z._default(z.array(z.string()), []),
  /** Until they are stored where views are now. */
  views: z.optional(formerViewsSchema),
});

export type ListPreferences = z.infer<typeof preferencesSchema>;

const noPreferences: ListPreferences = { columns: {}, pinnedIds: [] };

/** Returns the stored preferences, or undefined if they are invalid. */
export const parsePreferences = (text: string | undefined): ListPreferences | undefined => {
  const preferences = parseStored(preferencesSchema, text);
  if (preferences) return preferences;
  const former = parseFormerPreferences(text);
  return former && { ...former, columns: { [noViewId]: former.columns } };
};

/** List settings of the signed-in user, stored on this computer per list. */
export const useListPreferences = (resource: Resource) => {
  const userId = useUserId();
  const [preferences = noPreferences, setStored] = useLocalStorage<ListPreferences | undefined>({
    key: `list.${resource.name}.${userId}`,
    deserialize: parsePreferences,
    getInitialValueInEffect: false,
  });
  const change = (update: (current: ListPreferences) => ListPreferences): void =>
    setStored((current) => update(current ?? noPreferences));
  return { preferences, change };
};

export const getViewColumns = ({ columns }: ListPreferences, view: SavedView | undefined): ColumnSettings | null => {
  const chosen = columns[view?._id ?? noViewId];
  return chosen === undefined ? (view?.columns ?? null) : chosen;
};

/** Stores chosen columns: as unsaved changes of the open view, or for the list. Null restores the list's own and their widths. */
export const setColumns = (
  preferences: ListPreferences,
  view: SavedView | undefined,
  columns: ColumnSettings | null,
): ListPreferences => ({
  ...preferences,
  ...(columns === null && { widths: undefined }),
  columns: { ...preferences.columns, [view?._id ?? noViewId]: columns },
});

/** Drops the unsaved changes of a view. */
export const resetView = (preferences: ListPreferences, { _id }: SavedView): ListPreferences => {
  const { [_id]: _, ...columns } = preferences.columns;
  return { ...preferences, columns };
};

export const togglePin = (preferences: ListPreferences, id: string): ListPreferences => {
  const { pinnedIds } = preferences;
  return {
    ...preferences,
    pinnedIds: pinnedIds.includes(id) ? pinnedIds.filter((other) => other !== id) : [...pinnedIds, id],
  };
};

/** Sorts the parameters and removes the page size that the list has anyway, which depends on the window. */
const normalizeSearch = (search: URLSearchParams): string => {
  if (search.get('pageSize') === String(initialPageSize)) search.delete('pageSize');
  search.sort();
  return search.toString();
};

/** Serializes search, sort, filters and page size for a view, without the page. */
export const toViewSearch = ({ query, sort, filters, pageSize }: ListParams): string =>
  normalizeSearch(updateListParams(new URLSearchParams(), { query, sort, filters, pageSize }));

export const toViewSearchParams = (
  view: Pick<SavedView, '_id' | 'search'> | undefined,
  { defaultViewId }: ListPreferences,
): URLSearchParams => {
  const search = new URLSearchParams(view?.search);
  // A default view would otherwise open again on an address without a view.
  if (view || defaultViewId) search.set(viewParam, view?._id ?? noViewId);
  return search;
};

/** Whether the open view has unsaved changes. */
export const hasUnsavedViewChanges = (preferences: ListPreferences, view: SavedView, state: ListParams): boolean =>
  normalizeSearch(new URLSearchParams(view.search)) !== toViewSearch(state) ||
  JSON.stringify(getViewColumns(preferences, view)) !== JSON.stringify(view.columns);

export const findView = (views: readonly SavedView[], id: string | null | undefined): SavedView | undefined =>
  views.find(({ _id }) => _id === id);

export const validateViewName = (views: readonly SavedView[], name: string, editedId?: string): string | null => {
  const normalizedName = name.trim().toLowerCase();
  if (normalizedName === '') return 'Enter a name';
  const isTaken = views.some((view) => view._id !== editedId && view.name.toLowerCase() === normalizedName);
  return isTaken ? 'A view with this name already exists' : null;
};

const viewsKey = ['views'] as const;

const getLocalKey = (): string => `views.${getCurrentUserId()}`;

/** The views of this computer, for servers that keep only the specification. */
const readLocalViews = (): SavedView[] =>
  parseStored(z.array(z.custom<SavedView>()), readStoredItem(getLocalKey())) ?? [];

const storeLocalViews = (views: readonly SavedView[]): void => storeItem(getLocalKey(), JSON.stringify(views));

const createLocalView = (content: NewView): SavedView => {
  const at = new Date().toISOString();
  const owner = { ownerId: getCurrentUserId(), ownerName: null };
  const view = { _id: randomId('view-'), ...content, ...owner, version: 1, createdAt: at, updatedAt: at };
  storeLocalViews([...readLocalViews(), view]);
  return view;
};

/** Writes views, and fetches them again. */
const writeViews = async <Result>(write: (isFull: boolean) => Promise<Result> | Result): Promise<Result> => {
  try {
    return await write(await isFullServer());
  } finally {
    await refetchQueries(viewsKey);
  }
};

/** `_id`: restores a deleted view. */
export const createView = ({ resource, name, search, columns, isShared, _id }: NewView): Promise<SavedView> =>
  writeViews(async (isFull) => {
    const body = { resource, name, search, columns, isShared, ...(_id !== undefined && { _id }) };
    if (!isFull) return createLocalView(body);
    return (await send<{ data: SavedView }>({ method: 'POST', path: '/views', body })).data;
  });

/** Fails if someone else has changed the view since it was fetched. */
export const changeView = ({ _id, version }: SavedView, change: ViewChange): Promise<unknown> =>
  writeViews((isFull) =>
    isFull
      ? send({ method: 'PATCH', path: `/views/${encodeURIComponent(_id)}`, body: { ...change, version } })
      : storeLocalViews(readLocalViews().map((view) => (view._id === _id ? { ...view, ...change } : view))),
  );

export const removeView = ({ _id }: SavedView): Promise<unknown> =>
  writeViews((isFull) =>
    isFull
      ? request('DELETE', `/views/${encodeURIComponent(_id)}`)
      : storeLocalViews(readLocalViews().filter((view) => view._id !== _id)),
  );

/** Stores the views that an earlier version kept among the settings of lists where views are now. */
const adoptFormerViews = async (isFull: boolean): Promise<void> => {
  const userId = getCurrentUserId();
  for (const key of Object.keys(localStorage)) {
    const [kind, resource = '', owner] = key.split('.');
    const text = localStorage.getItem(key) ?? '';
    const { views = [], ...rest } = (kind === 'list' && owner === userId && parsePreferences(text)) || noPreferences;
    if (views.length === 0) continue;
    let preferences = JSON.stringify(rest);
    for (const { id, name, search, columns } of views) {
      const body = { resource, name, search, columns: columns ?? null, isShared: false };
      try {
        const { _id } = isFull
          ? (await send<{ data: SavedView }>({ method: 'POST', path: '/views', body })).data
          : createLocalView(body);
        preferences = preferences.replaceAll(JSON.stringify(id), JSON.stringify(_id));
      } catch (error) {
        // An interrupted call has stored it before.
        if (getErrorStatus(error) !== 409) throw error;
      }
    }
    storeItem(key, preferences);
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: preferences, storageArea: localStorage }));
  }
};

const viewsQuery = queryOptions({
  queryKey: viewsKey,
  queryFn: async ({ signal }) => {
    const isFull = await isFullServer();
    await adoptFormerViews(isFull).catch(() => undefined);
    return isFull ? (await request<{ data: SavedView[] }>('GET', '/views', { signal })).data : readLocalViews();
  },
});

const noViews: SavedView[] = [];

/** The user's views of a list and those shared with everyone. */
export const useViews = ({ name }: Resource, enabled = true): { views: readonly SavedView[]; isPending: boolean } => {
  const { data = noViews, isPending } = useQuery({ ...viewsQuery, enabled });
  return { views: data.filter(({ resource }) => resource === name), isPending };
};

/** The views of a list, with the open one and the state that it may save. */
export type SavedViews = ReturnType<typeof useSavedViews>;

/** Opens the default view on an address without a view; `isOpening` until then. */
export const useSavedViews = (resource: Resource, state: ListParams) => {
  const [search, setSearch] = useSearchParams();
  const { preferences, change } = useListPreferences(resource);
  const { views, isPending } = useViews(resource);
  const session = useSession();
  const canShare = useIsFullServer() === true;
  const { defaultViewId } = preferences;
  const isPlain = !search.has(viewParam) && state.pageIndex === 0 && toViewSearch(state) === '';
  const defaultView = isPlain ? findView(views, defaultViewId) : undefined;
  const defaultSearch = defaultView && toViewSearchParams(defaultView, preferences).toString();
  useEffect(() => {
    if (defaultSearch !== undefined) setSearch(new URLSearchParams(defaultSearch), { replace: true });
  }, [defaultSearch, setSearch]);
  return {
    resource,
    state,
    preferences,
    change,
    views,
    current: findView(views, search.get(viewParam)),
    isOpening: defaultView !== undefined || (isPlain && defaultViewId !== undefined && isPending),
    canShare,
    isOwn: ({ ownerId }: SavedView) => ownerId === session?.userId,
    canChange: ({ ownerId }: SavedView) => ownerId === session?.userId || session?.role === 'ADMIN',
  };
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
