import { isErrorText, isShortenedNumber } from '#shared/pasted-cells.ts';
import { formatCount, joinSentences } from '#shared/resource-kit/labels.ts';
import { showInfo } from '../toasts.tsx';

type PasteInput<Row> = {
  /** The rows to paste into. */
  rows: readonly Row[];
  columns: readonly string[];
  /** Index of the first column. */
  column: number;
  table: readonly (readonly string[])[];
  getTitle: (row: Row) => string;
  /** Parses the text of a cell into changes; null leaves the cell unchanged. */
  parse: (row: Row, column: string, text: string) => Partial<Row> | { error: string } | null;
};

const unreadable = {
  error: 'The spreadsheet doesn’t show the value of this cell. Fix it there and copy it again.',
};

const isError = (parsed: object): parsed is { error: string } => 'error' in parsed;

/**
 * Pastes cells into rows and returns the changes by the position of the row. A single row is repeated for every row.
 * Cells that can't be parsed keep their value; `errors` say why.
 */
export const pasteCells = <Row extends object>(input: PasteInput<Row>) => {
  const { rows, columns, column, table, getTitle, parse } = input;
  const errors: string[] = [];
  let cellCount = 0;
  const width = Math.max(...table.map((row) => row.length));
  if (column + width > columns.length) errors.push('Some copied columns didn’t fit');
  if (table.length > rows.length && table.length > 1) {
    errors.push(`${formatCount(table.length - rows.length, 'copied row')} didn’t fit`);
  }
  const parseRow = (row: Row, cells: readonly string[]): Partial<Row> | null => {
    let changes: Partial<Row> = {};
    for (const [offset, text] of cells.entries()) {
      const name = columns[column + offset];
      if (name === undefined) break;
      const isUnreadable = isErrorText(text.trim()) || isShortenedNumber(text.trim());
      const parsed = isUnreadable ? unreadable : parse({ ...row, ...changes }, name, text);
      if (parsed === null) continue;
      if (isError(parsed)) errors.push(`${getTitle(row)}: “${text}”. ${parsed.error}`);
      else {
        changes = { ...changes, ...parsed };
        cellCount += 1;
      }
    }
    return Object.keys(changes).length > 0 ? changes : null;
  };
  const targets = table.length === 1 ? rows : rows.slice(0, table.length);
  const changes = targets.map((row, position) => parseRow(row, table[table.length === 1 ? 0 : position] ?? []));
  return { changes, cellCount, errors };
};

const skippedCells = { label: 'more cell wasn’t changed', labelPlural: 'more cells weren’t changed' };

/** Says which pasted cells weren't changed. */
export const showPasteErrors = ([firstError, ...otherErrors]: readonly string[]): void => {
  if (firstError === undefined) return;
  const rest = otherErrors.length > 0 ? formatCount(otherErrors.length, skippedCells) : '';
  showInfo(joinSentences([firstError, rest]));
};
