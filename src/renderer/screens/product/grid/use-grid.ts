import { useState } from 'react';
import { columns } from '../sheet/columns.ts';
import type { Draft } from '../sheet/variant-sheet.ts';
import { getVariantKey } from '../sheet/variant-sheet.ts';

export type Cell = { row: number; column: number };

/** The state of the grid. Row numbers count the visible rows. */
export type Grid = {
  active: Cell;
  /** The initial text of the cell editor; null while it is closed. */
  editedText: string | null;
  selected: ReadonlySet<string>;
  activate: (cell: Cell) => void;
  edit: (text: string | null) => void;
  toggle: (key: string) => void;
  /** Selects the range from the last selected row to this one. */
  selectTo: (row: number) => void;
  selectAll: () => void;
  clearSelection: () => void;
};

const clampIndex = (value: number, count: number) => Math.min(Math.max(value, 0), Math.max(count - 1, 0));

export const useGrid = ({
  variants,
  shown,
}: {
  variants: readonly Draft[];
  shown: readonly number[];
}): Grid => {
  const [active, setActive] = useState<Cell>({ row: 0, column: 0 });
  const [anchor, setAnchor] = useState(0);
  const [editedText, edit] = useState<string | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());

  const keysOf = (from: number, to: number): string[] =>
    shown.slice(Math.min(from, to), Math.max(from, to) + 1).flatMap((index) => {
      const draft = variants[index];
      return draft ? [getVariantKey(draft)] : [];
    });
  const bounded = {
    row: clampIndex(active.row, shown.length),
    column: clampIndex(active.column, columns.length),
  };

  return {
    active: bounded,
    editedText,
    selected,
    edit,
    activate: ({ row, column }) => {
      edit(null);
      setActive({ row: clampIndex(row, shown.length), column: clampIndex(column, columns.length) });
      setAnchor(clampIndex(row, shown.length));
    },
    toggle: (key) => {
      const next = new Set(selected);
      if (!next.delete(key)) next.add(key);
      setSelected(next);
    },
    selectTo: (row) => {
      const to = clampIndex(row, shown.length);
      setSelected(new Set(keysOf(anchor, to)));
      setActive({ ...bounded, row: to });
    },
    selectAll: () => setSelected(new Set(keysOf(0, shown.length - 1))),
    clearSelection: () => setSelected(new Set()),
  };
};
