import { formatCount } from '#shared/resource-kit/labels.ts';
import { columns, parseCell } from '../sheet/columns.ts';
import { type EditableVariant, updateVariants, type VariantSheet } from '../sheet/variant-sheet.ts';

/**
 * Pastes cells into the variants at `indexes`, starting at `column`. A single row is repeated for every variant.
 * Cells that can't be parsed keep their value; `errors` say why.
 */
export const pasteTable = ({
  sheet,
  indexes,
  column,
  table,
}: {
  sheet: VariantSheet;
  indexes: readonly number[];
  column: number;
  table: readonly (readonly string[])[];
}) => {
  const errors: string[] = [];
  let cellCount = 0;
  const width = Math.max(...table.map((row) => row.length));
  if (column + width > columns.length) errors.push('Some copied columns didn’t fit');
  if (table.length > indexes.length && table.length > 1) {
    errors.push(`${formatCount(table.length - indexes.length, 'copied row')} didn’t fit`);
  }
  const parseRow = (variant: EditableVariant, cells: readonly string[]): Partial<EditableVariant> | null => {
    let changes: Partial<EditableVariant> = {};
    for (const [offset, text] of cells.entries()) {
      const name = columns[column + offset]?.name;
      if (!name) break;
      // Images have no text, so an empty cell in their column is valid.
      if (name === 'imagesArr' && text === '') continue;
      const parsedCell = parseCell({ ...variant, ...changes }, name, text);
      if ('error' in parsedCell) errors.push(`${variant.name}: “${text}”. ${parsedCell.error}`);
      else {
        changes = { ...changes, ...parsedCell };
        cellCount += 1;
      }
    }
    return Object.keys(changes).length > 0 ? changes : null;
  };
  const targets = table.length === 1 ? indexes : indexes.slice(0, table.length);
  const pasted = updateVariants(sheet, targets, (variant, position) =>
    parseRow(variant, table[table.length === 1 ? 0 : position] ?? []),
  );
  return { sheet: pasted, cellCount, errors };
};
