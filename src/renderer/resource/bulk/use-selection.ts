import { useState } from 'react';
import type { AnyRecord, Resource } from '#shared/resource/define-resource.ts';
import type { RowSelection } from '../../ui/row-selection.tsx';
import { titleOf } from '../list/list-context.tsx';
import type { ListParams } from '../list/list-state.ts';
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

/** Which records of a list are chosen. It outlives paging and sorting, and ends when other records are looked for. */
export const useSelection = ({
  resource,
  state: { query, filters },
  rows,
  total,
}: {
  resource: Resource;
  state: Pick<ListParams, 'query' | 'filters'>;
  rows: readonly AnyRecord[];
  total: number;
}) => {
  const sought = JSON.stringify([query, Object.entries(filters).sort()]);
  const [{ of, selection }, setKept] = useState({ of: sought, selection: noSelection });
  if (of !== sought) setKept({ of: sought, selection: noSelection });
  const select = (next: Selection) => setKept({ of: sought, selection: next });
  const shown = rows.map((row) => ({ id: row._id, title: titleOf(resource, row) }));
  const ofRows: RowSelection<AnyRecord> = {
    shown: stateOf(selection, shown),
    isSelected: ({ _id }) => isSelected(selection, _id),
    onToggle: ({ _id }, { isRange }) => select(toggleRow(selection, { id: _id, rows: shown, isRange })),
    onToggleShown: () => select(toggleRows(selection, shown)),
    nameOf: (row) => titleOf(resource, row),
  };
  return {
    selection,
    count: countOf(selection, total),
    ofRows,
    selectAll: () => select(allSelected),
    clear: () => select(noSelection),
    /** A record is there no more. */
    forget: (id: string) => setKept((kept) => ({ ...kept, selection: withoutRow(kept.selection, id) })),
  };
};
