import { formatCount } from '#shared/resource/words.ts';
import { columns, readCell } from '../sheet/columns.ts';
import { type Draft, editVariants, type VariantSheet } from '../sheet/variant-sheet.ts';

/** What becomes of a block of cells: the sheet with it, and why some cells are not in it. */
export type Pasted = { sheet: VariantSheet; cellCount: number; problems: string[] };

/**
 * Puts a block of cells into the variants at `indexes`, from a column on. A block of one row is put into all of them,
 * others go down row by row. Cells that cannot be read leave what is there.
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
}): Pasted => {
  const problems: string[] = [];
  let cellCount = 0;
  const width = Math.max(...table.map((row) => row.length));
  if (column + width > columns.length) problems.push('Some copied columns didn’t fit');
  if (table.length > indexes.length && table.length > 1) {
    problems.push(`${formatCount(table.length - indexes.length, 'copied row')} didn’t fit`);
  }
  const readRow = (draft: Draft, cells: readonly string[]): Partial<Draft> | null => {
    let changes: Partial<Draft> = {};
    for (const [offset, text] of cells.entries()) {
      const name = columns[column + offset]?.name;
      if (!name) break;
      // An empty cell above images, which have no text, is no mistake.
      if (name === 'imagesArr' && text === '') continue;
      const read = readCell({ ...draft, ...changes }, name, text);
      if ('problem' in read) problems.push(`${draft.name}: “${text}”. ${read.problem}`);
      else {
        changes = { ...changes, ...read };
        cellCount += 1;
      }
    }
    return Object.keys(changes).length > 0 ? changes : null;
  };
  const targets = table.length === 1 ? indexes : indexes.slice(0, table.length);
  const pasted = editVariants(sheet, targets, (draft, order) =>
    readRow(draft, table[table.length === 1 ? 0 : order] ?? []),
  );
  return { sheet: pasted, cellCount, problems };
};
