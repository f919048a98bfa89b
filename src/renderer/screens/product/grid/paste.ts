import type { GridPaste } from '../../../ui/grid/grid-clipboard.ts';
import { pasteCells } from '../../../ui/grid/paste-cells.ts';
import { columns, parseCell } from '../sheet/columns.ts';
import { findIndexes, getVariantKey, updateVariants, type VariantSheet } from '../sheet/variant-sheet.ts';

/** Parses cells for the variants at `indexes` of a sheet, and returns the edit that pastes them. */
export const pasteTable = ({ sheet, indexes, column, table }: GridPaste & { sheet: VariantSheet }) => {
  const rows = indexes.flatMap((index) => sheet.variants[index] ?? []);
  const keys = rows.map(getVariantKey);
  const { changes, ...result } = pasteCells({
    rows,
    columns: columns.map(({ name }) => name),
    column,
    table,
    getTitle: ({ name }) => name,
    parse: (variant, columnName, text) => {
      const target = columns.find(({ name }) => name === columnName);
      // Images have no text, so an empty cell in their column is valid.
      if (!target || (target.name === 'imagesArr' && text === '')) return null;
      return parseCell(variant, target.name, text);
    },
  });
  const changesByKey = new Map(changes.map((values, position) => [keys[position], values]));
  const edit = (current: VariantSheet) =>
    updateVariants(current, findIndexes(current, keys), (variant) => changesByKey.get(getVariantKey(variant)) ?? null);
  return { edit, ...result };
};
