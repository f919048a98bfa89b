import { randomId, readLocalStorageValue, useLocalStorage } from '@mantine/hooks';
import * as z from 'zod/mini';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { parseStored } from '../../ui/stored-item.ts';
import { initialPageSize, type ListParams, updateListParams } from '../list-params.ts';
import { useUserId } from '../session-store.ts';
import { type ColumnSettings, columnSettingsSchema } from './column-settings.ts';

const draftSchema = z.object({ columns: z.optional(columnSettingsSchema) });

type ViewDraft = z.infer<typeof draftSchema>;

const viewSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Query string of the list, without its page. */
  search: z.string(),
  columns: z.optional(columnSettingsSchema),
});

export type SavedView = z.infer<typeof viewSchema> & {
  /** Set if everyone sees this view. */
  shared?: { ownerName: string | null; isOwn: boolean; canChange: boolean; version: number };
};

const preferencesSchema = z.object({
  /** Columns without an open view. */
  columns: z.optional(columnSettingsSchema),
  /** Shared by all views. */
  widths: z.optional(z.record(z.string(), z.number().check(z.positive()))),
  views: z._default(z.readonly(z.array(viewSchema)), []),
  defaultViewId: z.optional(z.string()),
  /** Ids of views in the sidebar. */
  pinnedIds: z.optional(z.readonly(z.array(z.string()))),
  /** Unsaved changes of views, by id. */
  drafts: z.optional(z.record(z.string(), draftSchema)),
});

export type ListPreferences = Omit<z.infer<typeof preferencesSchema>, 'views'> & { views: readonly SavedView[] };

/** Returns the stored preferences, or undefined if they are invalid. */
export const parsePreferences = (text: string | undefined): ListPreferences | undefined =>
  parseStored(preferencesSchema, text);

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

export const getViewColumns = ({ columns, drafts }: ListPreferences, view: SavedView | undefined) =>
  view ? (drafts?.[view.id] ?? view).columns : columns;

/** Whether the open view has unsaved changes. */
export const hasUnsavedViewChanges = (preferences: ListPreferences, view: SavedView, state: ListParams): boolean =>
  normalizeSearch(new URLSearchParams(view.search)) !== toViewSearch(state) ||
  JSON.stringify(getViewColumns(preferences, view)) !== JSON.stringify(view.columns);

export const replaceView = (preferences: ListPreferences, id: string, change: Partial<SavedView>): ListPreferences => ({
  ...preferences,
  views: preferences.views.map((view) => (view.id === id ? { ...view, ...change } : view)),
});

const setDraft = (preferences: ListPreferences, id: string, draft: ViewDraft | undefined): ListPreferences => {
  const { [id]: _, ...others } = preferences.drafts ?? {};
  return { ...preferences, drafts: draft ? { ...others, [id]: draft } : others };
};

/** Adds the views that are shared with everyone to the user's own. */
export const withSharedViews = (preferences: ListPreferences, shared: readonly SavedView[]): ListPreferences => ({
  ...preferences,
  views: [...preferences.views, ...shared],
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
  return view ? setDraft(next, view.id, { columns }) : { ...next, columns };
};

export const resetView = (preferences: ListPreferences, { id }: SavedView): ListPreferences =>
  setDraft(preferences, id, undefined);

export const saveView = (preferences: ListPreferences, view: SavedView, state: ListParams): ListPreferences => {
  const saved = { search: toViewSearch(state), columns: getViewColumns(preferences, view) };
  return resetView(replaceView(preferences, view.id, saved), view);
};

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

/** Keeps a view as the default and in the sidebar, and its unsaved changes, when sharing gives it another id. */
const replaceViewId = (preferences: ListPreferences, from: string, to: string): ListPreferences => ({
  ...setDraft(setDraft(preferences, to, preferences.drafts?.[from]), from, undefined),
  defaultViewId: preferences.defaultViewId === from ? to : preferences.defaultViewId,
  pinnedIds: preferences.pinnedIds?.map((id) => (id === from ? to : id)),
});

/** Removes a view of the user after it was shared under another id. */
export const moveToShared = (preferences: ListPreferences, view: SavedView, id: string): ListPreferences =>
  removeView(replaceViewId(preferences, view.id, id), view);

export const addCopy = (
  preferences: ListPreferences,
  { search, columns }: SavedView,
  copy: Pick<SavedView, 'id' | 'name'>,
): ListPreferences => ({
  ...preferences,
  views: [...preferences.views, { ...copy, search, ...(columns && { columns }) }],
});

/** Adds a view that is no longer shared to the user's own. */
export const moveToOwn = (preferences: ListPreferences, view: SavedView, id: string): ListPreferences =>
  addCopy(replaceViewId(preferences, view.id, id), view, { id, name: view.name });

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
