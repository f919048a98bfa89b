import { useState } from 'react';
import type { RowSelection } from '../../ui/row-selection.tsx';
import type { ListParams } from '../list-params.ts';

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

const deselectRow = (selection: Selection, id: string): Selection =>
  selection.titlesById.has(id) ? setRows(selection, [{ id, title: '' }], false) : selection;

/** Deselects the rows that an action was about. Later selections stay. */
const deselectHandled = (selection: Selection, handled: Selection): Selection => {
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

/** Selected records of a list. Survives paging and sorting; a new search or filter clears it. */
export const useSelection = <Row extends { _id: string }>({
  getTitle,
  state: { query, filters },
  rows,
  total,
}: {
  getTitle: (row: Row) => string;
  state: Pick<ListParams, 'query' | 'filters'>;
  rows: readonly Row[];
  total: number;
}) => {
  const filterKey = JSON.stringify([query, Object.entries(filters).sort()]);
  const [{ storedKey, selection }, setState] = useState({ storedKey: filterKey, selection: emptySelection });
  if (storedKey !== filterKey) setState({ storedKey: filterKey, selection: emptySelection });
  const change = (update: (current: Selection) => Selection) =>
    setState((current) => ({ ...current, selection: update(current.selection) }));
  const visibleRows = rows.map((row) => ({ id: row._id, title: getTitle(row) }));
  const rowSelection: RowSelection<Row> = {
    pageState: getPageSelectionState(selection, visibleRows),
    isSelected: ({ _id }) => isSelected(selection, _id),
    onToggle: ({ _id }, { isRange }) =>
      change((current) => toggleRow(current, { id: _id, rows: visibleRows, isRange })),
    onTogglePage: () => change((current) => toggleRows(current, visibleRows)),
    getRowLabel: getTitle,
  };
  return {
    selection,
    count: getSelectedCount(selection, total),
    rowSelection,
    selectAll: () => change(() => allSelected),
    clear: () => change(() => emptySelection),
    deselect: (id: string) => change((current) => deselectRow(current, id)),
    deselectHandled: (handled: Selection) => change((current) => deselectHandled(current, handled)),
  };
};
