import { randomId, readLocalStorageValue, useLocalStorage } from '@mantine/hooks';
import { isArrayOf, isNumber, isObject, isOptional, isShape, isString } from '#shared/guards.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import type { ColumnWidths } from '../../ui/column-widths.ts';
import { initialPageSize, type ListParams, updateListParams } from '../list-params.ts';
import { useUserId } from '../session-store.ts';
import { type ColumnSettings, isColumnSettings } from './column-settings.ts';

export type SavedView = {
  id: string;
  name: string;
  /** Query string of the list, without its page. */
  search: string;
  columns?: ColumnSettings;
  draft?: ViewDraft;
  /** Set if everyone sees this view. */
  shared?: { ownerName: string | null; isOwn: boolean; canChange: boolean; version: number };
};

type ViewDraft = { columns?: ColumnSettings };

export type ListPreferences = {
  /** Columns without an open view. */
  columns?: ColumnSettings;
  /** Shared by all views. */
  widths?: ColumnWidths;
  views: readonly SavedView[];
  defaultViewId?: string;
  /** Ids of views in the sidebar. */
  pinnedIds?: readonly string[];
  /** Unsaved changes of shared views, by id. */
  sharedDrafts?: Readonly<Record<string, ViewDraft>>;
};

const isDraft = isShape<ViewDraft>({ columns: isOptional(isColumnSettings) });

const isView = isShape<Omit<SavedView, 'shared'>>({
  id: isString,
  name: isString,
  search: isString,
  columns: isOptional(isColumnSettings),
  draft: isOptional(isDraft),
});

const isWidths = (value: unknown): value is ColumnWidths =>
  isObject(value) && Object.values(value).every((width) => isNumber(width) && width > 0);

const isDrafts = (value: unknown): value is Record<string, ViewDraft> =>
  isObject(value) && Object.values(value).every(isDraft);

const isPreferences = isShape<ListPreferences>({
  columns: isOptional(isColumnSettings),
  widths: isOptional(isWidths),
  views: isArrayOf(isView),
  defaultViewId: isOptional(isString),
  pinnedIds: isOptional(isArrayOf(isString)),
  sharedDrafts: isOptional(isDrafts),
});

/** Returns the stored preferences, or undefined if they are invalid. */
export const parsePreferences = (text: string | undefined): ListPreferences | undefined => {
  try {
    const preferences: unknown = { views: [], ...JSON.parse(text ?? '') };
    return isPreferences(preferences) ? preferences : undefined;
  } catch {
    return undefined;
  }
};

// URL parameter with the view's id; `noViewId` opens the list without a view.
export const viewParam = 'view';
export const noViewId = 'all';

export const maxViewNameLength = 60;

export const newViewId = (): string => randomId('view-');

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
  view: SavedView | undefined,
  { defaultViewId }: ListPreferences,
): URLSearchParams => {
  const search = new URLSearchParams(view?.search);
  // A default view would otherwise open again on an address without a view.
  if (view || defaultViewId) search.set(viewParam, view?.id ?? noViewId);
  return search;
};

export const findView = ({ views }: ListPreferences, id: string | null | undefined): SavedView | undefined =>
  views.find((view) => view.id === id);

export const getViewColumns = (preferences: ListPreferences, view: SavedView | undefined) => {
  if (!view) return preferences.columns;
  return view.draft ? view.draft.columns : view.columns;
};

/** Whether the open view has unsaved changes. */
export const hasUnsavedViewChanges = (view: SavedView, state: ListParams): boolean =>
  normalizeSearch(new URLSearchParams(view.search)) !== toViewSearch(state) ||
  (view.draft !== undefined && JSON.stringify(view.draft.columns) !== JSON.stringify(view.columns));

export const replaceView = (preferences: ListPreferences, id: string, change: Partial<SavedView>): ListPreferences => ({
  ...preferences,
  views: preferences.views.map((view) => (view.id === id ? { ...view, ...change } : view)),
});

const setSharedDraft = (preferences: ListPreferences, id: string, draft: ViewDraft | undefined): ListPreferences => {
  const { [id]: _, ...others } = preferences.sharedDrafts ?? {};
  return { ...preferences, sharedDrafts: draft ? { ...others, [id]: draft } : others };
};

/** Adds the views that are shared with everyone to the user's own. */
export const withSharedViews = (preferences: ListPreferences, shared: readonly SavedView[]): ListPreferences => ({
  ...preferences,
  views: [
    ...preferences.views,
    ...shared.map((view) => {
      const draft = preferences.sharedDrafts?.[view.id];
      return draft ? { ...view, draft } : view;
    }),
  ],
});

/** A list below a record has no entry in the sidebar, where its views could be pinned. */
export const canPin = ({ paths }: Resource): boolean => !paths.list?.includes(':');

export const togglePin = (preferences: ListPreferences, id: string): ListPreferences => {
  const pinnedIds = preferences.pinnedIds ?? [];
  return {
    ...preferences,
    pinnedIds: pinnedIds.includes(id) ? pinnedIds.filter((other) => other !== id) : [...pinnedIds, id],
  };
};

/**
 * Stores chosen columns: as unsaved changes of the open view, or for the list.
 * Undefined restores the list's own columns and widths.
 */
export const setColumns = (
  preferences: ListPreferences,
  view: SavedView | undefined,
  columns: ColumnSettings | undefined,
): ListPreferences => {
  const next = columns ? preferences : { ...preferences, widths: undefined };
  if (view?.shared) return setSharedDraft(next, view.id, { columns });
  return view ? replaceView(next, view.id, { draft: { columns } }) : { ...next, columns };
};

/** Widths in rem by column; those of columns without one are the list's own. */
export const setWidths = (preferences: ListPreferences, widths: ColumnWidths): ListPreferences => ({
  ...preferences,
  widths: Object.keys(widths).length > 0 ? widths : undefined,
});

export const saveView = (preferences: ListPreferences, view: SavedView, state: ListParams): ListPreferences =>
  replaceView(preferences, view.id, {
    search: toViewSearch(state),
    columns: getViewColumns(preferences, view),
    draft: undefined,
  });

export const resetView = (preferences: ListPreferences, view: SavedView): ListPreferences =>
  view.shared
    ? setSharedDraft(preferences, view.id, undefined)
    : replaceView(preferences, view.id, { draft: undefined });

/** Saves the current state as a new view and resets the open one. */
export const addView = (
  preferences: ListPreferences,
  { id, name, state, source }: { id: string; name: string; state: ListParams; source: SavedView | undefined },
): ListPreferences => {
  const added = { id, name, search: toViewSearch(state), columns: getViewColumns(preferences, source) };
  const previous = source ? resetView(preferences, source) : preferences;
  return { ...previous, views: [...previous.views, added] };
};

export const removeView = (preferences: ListPreferences, { id }: SavedView): ListPreferences => ({
  ...preferences,
  views: preferences.views.filter((view) => view.id !== id),
  defaultViewId: preferences.defaultViewId === id ? undefined : preferences.defaultViewId,
});

/** Undoes `removeView`, but no later change. */
export const restoreView = (
  preferences: ListPreferences,
  previous: ListPreferences,
  { id }: SavedView,
): ListPreferences => {
  const removed = findView(previous, id);
  if (!removed || findView(preferences, id)) return preferences;
  const wasDefault = previous.defaultViewId === id;
  return {
    ...preferences,
    views: preferences.views.toSpliced(previous.views.indexOf(removed), 0, removed),
    defaultViewId: preferences.defaultViewId ?? (wasDefault ? id : undefined),
  };
};

/** Keeps a view as the default and in the sidebar when sharing gives it another id. */
const replaceViewId = (preferences: ListPreferences, from: string, to: string): ListPreferences => ({
  ...preferences,
  defaultViewId: preferences.defaultViewId === from ? to : preferences.defaultViewId,
  pinnedIds: preferences.pinnedIds?.map((id) => (id === from ? to : id)),
});

/** Removes a view of the user after it was shared under another id, and keeps its unsaved changes. */
export const moveToShared = (preferences: ListPreferences, view: SavedView, id: string): ListPreferences =>
  setSharedDraft(removeView(replaceViewId(preferences, view.id, id), view), id, view.draft);

export const addCopy = (
  preferences: ListPreferences,
  { search, columns }: SavedView,
  copy: Pick<SavedView, 'id' | 'name'>,
): ListPreferences => ({
  ...preferences,
  views: [...preferences.views, { ...copy, search, ...(columns && { columns }) }],
});

/** Adds a view that is no longer shared to the user's own, with its unsaved changes. */
export const moveToOwn = (preferences: ListPreferences, view: SavedView, id: string): ListPreferences => {
  const moved = addCopy(replaceViewId(preferences, view.id, id), view, { id, name: view.name });
  return replaceView(setSharedDraft(moved, view.id, undefined), id, { draft: view.draft });
};

/** Undefined removes the default view. */
export const setDefaultView = (preferences: ListPreferences, id: string | undefined): ListPreferences => ({
  ...preferences,
  defaultViewId: id,
});

export const validateViewName = ({ views }: ListPreferences, name: string, editedView?: SavedView): string | null => {
  const normalizedName = name.trim().toLowerCase();
  if (normalizedName === '') return 'Enter a name';
  const isTaken = views.some((view) => view.id !== editedView?.id && view.name.toLowerCase() === normalizedName);
  return isTaken ? 'A view with this name already exists' : null;
};

const emptyPreferences: ListPreferences = { views: [] };

/** List settings of the signed-in user, stored on this computer per list. */
export const useListPreferences = (resource: Resource) => {
  const userId = useUserId();
  const stored = { key: `list.${resource.name}.${userId}`, deserialize: parsePreferences };
  const [storedPreferences, setStored] = useLocalStorage<ListPreferences | undefined>({
    ...stored,
    getInitialValueInEffect: false,
  });
  /** Changes the stored views, even after the user has left the list, and returns the previous ones. */
  const change = (update: (current: ListPreferences) => ListPreferences): ListPreferences => {
    const current = readLocalStorageValue<ListPreferences | undefined>(stored) ?? emptyPreferences;
    setStored(update(current));
    return current;
  };
  return { preferences: storedPreferences ?? emptyPreferences, change };
};
