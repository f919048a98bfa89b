import { z } from 'zod';
import { defaultPageSize } from '#shared/resource/schemas.ts';
import { changeListState, type ListParams } from '../list-state.ts';
import { type ColumnChoice, columnChoiceSchema } from './column-choice.ts';

const viewSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** What the list is asked for, as its address says it. */
  search: z.string(),
  columns: columnChoiceSchema.optional(),
  /** Columns that were chosen in this view and are not saved with it. */
  draft: z.object({ columns: columnChoiceSchema.optional() }).optional(),
});
export type ListView = z.infer<typeof viewSchema>;

export const preferencesSchema = z.object({
  /** The columns while no view is open. */
  columns: columnChoiceSchema.optional(),
  /** Shared by all views. */
  widths: z.record(z.string(), z.number().positive()).optional(),
  views: z.array(viewSchema).readonly().default([]),
  /** The view with which the list opens. */
  defaultViewId: z.string().optional(),
});

/** A user's settings for a list: columns and their widths, and saved views. */
export type ListPreferences = z.infer<typeof preferencesSchema>;

/** The name of the view in the address of a list, and what it says where none is wanted. */
export const viewParam = 'view';
export const noViewId = 'all';

export const maxViewName = 60;

/** What the list is asked for without its page, as a view keeps it. */
export const searchOf = ({ query, sort, filters, pageSize }: ListParams): string => {
  const search = changeListState(new URLSearchParams(), { query, sort, filters });
  if (pageSize !== defaultPageSize) search.set('pageSize', String(pageSize));
  search.sort();
  return search.toString();
};

/** The address of a list with a view open; of none, as it is without. */
export const toAddress = (
  view: ListView | undefined,
  { defaultViewId }: ListPreferences,
): URLSearchParams => {
  const address = new URLSearchParams(view?.search);
  // Where a view opens by itself, an address without one would open it again.
  if (view || defaultViewId) address.set(viewParam, view?.id ?? noViewId);
  return address;
};

export const findView = ({ views }: ListPreferences, id: string | null | undefined): ListView | undefined =>
  views.find((view) => view.id === id);

/** The columns that were chosen: in the view that is open, or without one. */
export const columnsOf = (preferences: ListPreferences, view: ListView | undefined) => {
  if (!view) return preferences.columns;
  return view.draft ? view.draft.columns : view.columns;
};

/** Whether a view is no longer shown as it was saved. */
export const isChanged = (view: ListView, state: ListParams): boolean =>
  view.search !== searchOf(state) ||
  (view.draft !== undefined && JSON.stringify(view.draft.columns) !== JSON.stringify(view.columns));

const replaceView = (
  preferences: ListPreferences,
  id: string,
  change: Partial<ListView>,
): ListPreferences => ({
  ...preferences,
  views: preferences.views.map((view) => (view.id === id ? { ...view, ...change } : view)),
});

/**
 * Keeps other columns: with the view that is open until it is saved, or for the list itself. Without any the list's own
 * columns are back, in their own widths.
 */
export const chooseColumns = (
  preferences: ListPreferences,
  view: ListView | undefined,
  columns: ColumnChoice | undefined,
): ListPreferences => {
  const next = columns ? preferences : { ...preferences, widths: undefined };
  return view ? replaceView(next, view.id, { draft: { columns } }) : { ...next, columns };
};

/** What a view shows now becomes what it is. */
export const saveView = (preferences: ListPreferences, view: ListView, state: ListParams): ListPreferences =>
  replaceView(preferences, view.id, {
    search: searchOf(state),
    columns: columnsOf(preferences, view),
    draft: undefined,
  });

/** A view as it was saved, without what was chosen in it since. */
export const resetView = (preferences: ListPreferences, { id }: ListView): ListPreferences =>
  replaceView(preferences, id, { draft: undefined });

/** Keeps what is shown now as a new view. The one that was open is again as it was saved. */
export const addView = (
  preferences: ListPreferences,
  { id, name, state, from }: { id: string; name: string; state: ListParams; from: ListView | undefined },
): ListPreferences => {
  const added = { id, name, search: searchOf(state), columns: columnsOf(preferences, from) };
  const before = from ? resetView(preferences, from) : preferences;
  return { ...before, views: [...before.views, added] };
};

export const renameView = (preferences: ListPreferences, { id }: ListView, name: string): ListPreferences =>
  replaceView(preferences, id, { name });

export const removeView = (preferences: ListPreferences, { id }: ListView): ListPreferences => ({
  ...preferences,
  views: preferences.views.filter((view) => view.id !== id),
  defaultViewId: preferences.defaultViewId === id ? undefined : preferences.defaultViewId,
});

/** Opens the list with a view; with none for undefined. */
export const setDefaultView = (preferences: ListPreferences, id: string | undefined): ListPreferences => ({
  ...preferences,
  defaultViewId: id,
});

/** What is wrong with a name for a view; null where nothing is. */
export const nameProblem = ({ views }: ListPreferences, name: string, own?: ListView): string | null => {
  const wanted = name.trim().toLowerCase();
  if (wanted === '') return 'Enter a name';
  const isTaken = views.some((view) => view.id !== own?.id && view.name.toLowerCase() === wanted);
  return isTaken ? 'A view with this name already exists' : null;
};
