import type { SpreadsheetLimits } from './limits.ts';

const tags = /<(?:\w+:)?table-(row|cell)\b([^>]*)>/g;

const repeatedIn = ({ attributes, name }: { attributes: string; name: string }): number =>
  Number(new RegExp(`number-${name}-repeated="(\\d+)"`).exec(attributes)?.[1] ?? 1);

/**
 * An ods file says of a row or a cell how often it repeats, and the library writes each one out: 600 bytes can
 * claim billions. Says whether the cells that hold something come to more than a sheet may hold.
 */
export const hasTooManyRepeats = ({
  content,
  limits,
}: {
  content: Buffer;
  limits: SpreadsheetLimits;
}): boolean => {
  let rows = 1;
  let written = 0;
  for (const [, kind, attributes = ''] of content.toString('latin1').matchAll(tags)) {
    if (kind === 'row') rows = repeatedIn({ attributes, name: 'rows' });
    // An empty cell closes itself; it may repeat to the end of the sheet and costs nothing.
    else if (!attributes.endsWith('/')) {
      const columns = repeatedIn({ attributes, name: 'columns' });
      if (columns > limits.columns || rows > limits.rows) return true;
      if (rows * columns > 1) written += rows * columns;
    }
  }
  return written > limits.rows * maxRepeatedColumns;
};

/** Repeats are for blocks of equal cells. A whole sheet of them, this many wide, is no table of records. */
const maxRepeatedColumns = 20;
