import { useState } from 'react';
import type { RowSelection } from '../../ui/row-selection.tsx';
import type { ListParams } from '../list-state.ts';
import {
  allSelected,
  countOf,
  isSelected,
  noSelection,
  type Selection,
  stateOf,
  toggleRow,
  toggleRows,
  withoutRow,
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
  const sought = JSON.stringify([query, Object.entries(filters).sort()]);
  const [{ of, selection }, setKept] = useState({ of: sought, selection: noSelection });
  if (of !== sought) setKept({ of: sought, selection: noSelection });
  const select = (next: Selection) => setKept({ of: sought, selection: next });
  const shown = rows.map((row) => ({ id: row._id, title: nameOf(row) }));
  const ofRows: RowSelection<Row> = {
    shown: stateOf(selection, shown),
    isSelected: ({ _id }) => isSelected(selection, _id),
    onToggle: ({ _id }, { isRange }) => select(toggleRow(selection, { id: _id, rows: shown, isRange })),
    onToggleShown: () => select(toggleRows(selection, shown)),
    nameOf,
  };
  return {
    selection,
    count: countOf(selection, total),
    ofRows,
    selectAll: () => select(allSelected),
    clear: () => select(noSelection),
    forget: (id: string) => setKept((kept) => ({ ...kept, selection: withoutRow(kept.selection, id) })),
  };
};
