import type { GridPaste } from '../../../ui/grid/grid-clipboard.ts';
import { pasteCells } from '../../../ui/grid/paste-cells.ts';
import { columns, parseCell } from '../sheet/columns.ts';
import { updateVariants, type VariantSheet } from '../sheet/variant-sheet.ts';

/** Pastes cells into the variants at `indexes`. */
export const pasteTable = ({ sheet, indexes, column, table }: GridPaste & { sheet: VariantSheet }) => {
  const { changes, ...result } = pasteCells({
    rows: indexes.flatMap((index) => sheet.variants[index] ?? []),
    columns: columns.map(({ name }) => name),
    ...{ column, table },
    getTitle: ({ name }) => name,
    parse: (variant, columnName, text) => {
      const target = columns.find(({ name }) => name === columnName);
      // Images have no text, so an empty cell in their column is valid.
      if (!target || (target.name === 'imagesArr' && text === '')) return null;
      return parseCell(variant, target.name, text);
    },
  });
  const pasted = updateVariants(
    sheet,
    indexes.slice(0, changes.length),
    (_variant, position) => changes[position] ?? null,
  );
  return { sheet: pasted, ...result };
};
