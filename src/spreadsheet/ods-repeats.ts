import type { SpreadsheetLimits } from './limits.ts';

const tags = /<(?:\w+:)?table-(row|cell)\b([^>]*)>/g;

const parseRepeat = (attributes: string, name: string): number =>
  Number(new RegExp(`number-${name}-repeated="(\\d+)"`).exec(attributes)?.[1] ?? 1);

/**
 * Whether the filled cells of an ods file exceed the limits. The file stores repeat counts for rows and cells, and
 * SheetJS expands them: 600 bytes can claim billions of cells.
 */
export const hasTooManyRepeats = (content: Buffer, limits: SpreadsheetLimits): boolean => {
  let rows = 1;
  let repeatedCells = 0;
  for (const [, kind, attributes = ''] of content.toString('latin1').matchAll(tags)) {
    if (kind === 'row') rows = parseRepeat(attributes, 'rows');
    // An empty cell is self-closing; it may repeat to the end of the sheet at no cost.
    else if (!attributes.endsWith('/')) {
      const columns = parseRepeat(attributes, 'columns');
      if (columns > limits.columns || rows > limits.rows) return true;
      if (rows * columns > 1) repeatedCells += rows * columns;
    }
  }
  return repeatedCells > limits.rows * maxRepeatedColumns;
};

/** Limit of repeated columns in a sheet with the maximum of rows; a wider block of equal cells is no data table. */
const maxRepeatedColumns = 20;
