import type { SpreadsheetLimits } from './limits.ts';

const tagStart = /<(?:\w+:)?table-(row|cell)\b/g;

/** Lists the rows and cells with their attributes. Reads up to the next bracket, as SheetJS does. */
function* listTags(content: string): Generator<{ kind: string | undefined; attributes: string }> {
  tagStart.lastIndex = 0;
  for (let match = tagStart.exec(content); match; match = tagStart.exec(content)) {
    const end = content.indexOf('>', tagStart.lastIndex);
    if (end === -1) return;
    yield { kind: match[1], attributes: content.slice(tagStart.lastIndex, end) };
    tagStart.lastIndex = end;
  }
}

const parseRepeat = (attributes: string, name: string): number =>
  Number(new RegExp(`number-${name}-repeated="(\\d+)"`).exec(attributes)?.[1] ?? 1);

/**
 * Whether the filled cells of an ods file exceed the limits. The file stores repeat counts for rows and cells, and
 * SheetJS expands them: 600 bytes can claim billions of cells.
 */
export const hasTooManyRepeats = (content: Buffer, limits: SpreadsheetLimits): boolean => {
  let rows = 1;
  let repeatedCells = 0;
  for (const { kind, attributes } of listTags(content.toString('latin1'))) {
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
