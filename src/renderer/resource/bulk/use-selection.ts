import { useState } from 'react';
import type { RowSelection } from '../../ui/row-selection.tsx';
import type { ListParams } from '../list-state.ts';
import {
  allSelected,
  deselectRow,
  emptySelection,
  getPageSelectionState,
  getSelectedCount,
  isSelected,
  type Selection,
  toggleRow,
  toggleRows,
} from './selection.ts';

/** Selected records of a list. Survives paging and sorting; a new search or filter clears it. */
export const useSelection = <Row extends { _id: string }>({
  nameOf,
  state: { query, filters },
  rows,
  total,
}: {
  nameOf: (row: Row) => string;
  state: Pick<ListParams, 'query' | 'filters'>;
  rows: readonly Row[];
  total: number;
}) => {
  const filterKey = JSON.stringify([query, Object.entries(filters).sort()]);
  const [{ of, selection }, setKept] = useState({ of: filterKey, selection: emptySelection });
  if (of !== filterKey) setKept({ of: filterKey, selection: emptySelection });
  const select = (next: Selection) => setKept({ of: filterKey, selection: next });
  const shown = rows.map((row) => ({ id: row._id, title: nameOf(row) }));
  const rowSelection: RowSelection<Row> = {
    shown: getPageSelectionState(selection, shown),
    isSelected: ({ _id }) => isSelected(selection, _id),
    onToggle: ({ _id }, { isRange }) => select(toggleRow(selection, { id: _id, rows: shown, isRange })),
    onTogglePage: () => select(toggleRows(selection, shown)),
    getRowLabel: nameOf,
  };
  return {
    selection,
    count: getSelectedCount(selection, total),
    rowSelection,
    selectAll: () => select(allSelected),
    clear: () => select(emptySelection),
    deselect: (id: string) => setKept((kept) => ({ ...kept, selection: deselectRow(kept.selection, id) })),
  };
};
