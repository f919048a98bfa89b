import { useState } from 'react';
import { createStore, type StoreApi } from 'zustand';

export type Selectable = { id: string; title: string };

export type Selection = {
  titlesById: ReadonlyMap<string, string>;
  /** Everything that matches, including pages not loaded yet. */
  isAll: boolean;
  /** Row selected last, where a range starts. */
  anchorId: string | null;
};

export const emptySelection: Selection = { titlesById: new Map(), isAll: false, anchorId: null };

export const allSelected: Selection = { ...emptySelection, isAll: true };

export const isSelected = ({ isAll, titlesById }: Selection, id: string): boolean => isAll || titlesById.has(id);

const setRows = (selection: Selection, rows: readonly Selectable[], isOn: boolean): Selection => {
  const titlesById = new Map(selection.titlesById);
  for (const { id, title } of rows) {
    if (isOn) titlesById.set(id, title);
    else titlesById.delete(id);
  }
  return { ...selection, titlesById };
};

// Turns "all" into the visible rows, so that single ones can be toggled.
const narrowToPage = (selection: Selection, rows: readonly Selectable[]): Selection =>
  selection.isAll ? setRows(emptySelection, rows, true) : selection;

/** Toggles a row, or with `isRange` all rows from the anchor to it. */
export const toggleRow = (
  current: Selection,
  { id, rows, isRange }: { id: string; rows: readonly Selectable[]; isRange: boolean },
): Selection => {
  const selection = narrowToPage(current, rows);
  const to = rows.findIndex((row) => row.id === id);
  const anchor = isRange ? rows.findIndex((row) => row.id === selection.anchorId) : -1;
  const from = anchor < 0 ? to : anchor;
  const range = rows.slice(Math.min(from, to), Math.max(from, to) + 1);
  // The whole range takes the anchor's state, as in file managers.
  const isOn = anchor < 0 ? !selection.titlesById.has(id) : isSelected(selection, rows[anchor]?.id ?? '');
  return { ...setRows(selection, range, isOn), anchorId: id };
};

export const deselectRow = (selection: Selection, id: string): Selection =>
  selection.titlesById.has(id) ? setRows(selection, [{ id, title: '' }], false) : selection;

/** Deselects the rows that an action was about. Later selections stay. */
export const deselectHandled = (selection: Selection, handled: Selection): Selection => {
  if (selection === handled) return emptySelection;
  return selection.isAll ? selection : [...handled.titlesById.keys()].reduce(deselectRow, selection);
};

export const getPageSelectionState = (selection: Selection, rows: readonly Selectable[]): 'all' | 'some' | 'none' => {
  const count = rows.filter(({ id }) => isSelected(selection, id)).length;
  if (count === 0) return 'none';
  return count === rows.length ? 'all' : 'some';
};

export const toggleRows = (selection: Selection, rows: readonly Selectable[]): Selection =>
  selection.isAll ? emptySelection : setRows(selection, rows, getPageSelectionState(selection, rows) !== 'all');

export const getSelectedCount = ({ isAll, titlesById }: Selection, total: number): number =>
  isAll ? total : titlesById.size;

/** Outside of React's state, so that selecting a row renders only this row and what shows the selection. */
export type SelectionStore = StoreApi<Selection>;

type Search = { query: string; filters: Readonly<Record<string, string>> };

/** Selected rows of a list. They survive paging and sorting; a new search or filter starts with none. */
export const useSelection = ({ query, filters }: Search): SelectionStore => {
  const search = JSON.stringify([query, Object.entries(filters).sort()]);
  const start = () => ({ search, store: createStore(() => emptySelection) });
  const [current, setCurrent] = useState(start);
  if (current.search === search) return current.store;
  const next = start();
  setCurrent(next);
  return next.store;
};
