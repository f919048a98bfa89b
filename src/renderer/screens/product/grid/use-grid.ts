import { useState } from 'react';
import { columns } from '../sheet/columns.ts';
import { type Draft, getVariantKey } from '../sheet/variant-sheet.ts';

export type Cell = { row: number; column: number };

const clampIndex = (value: number, count: number) => Math.min(Math.max(value, 0), Math.max(count - 1, 0));

/** The state of the grid. Row numbers count the visible rows. */
export const useGrid = ({ variants, shown }: { variants: readonly Draft[]; shown: readonly number[] }) => {
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
    /** The initial text of the cell editor; null while it is closed. */
    editedText,
    selected,
    edit,
    activate: ({ row, column }: Cell) => {
      edit(null);
      setActive({ row: clampIndex(row, shown.length), column: clampIndex(column, columns.length) });
      setAnchor(clampIndex(row, shown.length));
    },
    toggle: (key: string) => {
      const next = new Set(selected);
      if (!next.delete(key)) next.add(key);
      setSelected(next);
    },
    /** Selects the range from the last selected row to this one. */
    selectTo: (row: number) => {
      const to = clampIndex(row, shown.length);
      setSelected(new Set(keysOf(anchor, to)));
      setActive({ ...bounded, row: to });
    },
    selectAll: () => setSelected(new Set(keysOf(0, shown.length - 1))),
    clearSelection: () => setSelected(new Set()),
  };
};

export type Grid = ReturnType<typeof useGrid>;
