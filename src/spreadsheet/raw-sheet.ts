/** A row of the file; `row` counts from 1. */
export type RawRow = {
  row: number;
  /** The cells as a spreadsheet app shows them. */
  cells: string[];
  /** The exact values of the cells that a workbook stores as numbers. */
  numbers?: [index: number, exact: string][];
  cellErrors?: [index: number, message: string][];
  /** A problem with the whole row. */
  error?: string;
  mark?: 'hidden' | 'totals';
};

// Limited in rows and characters, because one row can have eight million characters.
const batchRows = 500;
const batchCharacters = 1_000_000;

export async function* inBatches(rows: Iterable<RawRow>): AsyncGenerator<RawRow[]> {
  let batch: RawRow[] = [];
  let characters = 0;
  for (const row of rows) {
    batch.push(row);
    for (const cell of row.cells) characters += cell.length;
    if (batch.length < batchRows && characters < batchCharacters) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  yield batch;
}

export type RawSheet = {
  sheets: string[];
  sheet: string;
  /** Whether it is text, in which a row can be split into too many cells. */
  isDelimited?: boolean;
  /** Whether some bytes are invalid in the encoding. */
  isDamaged?: boolean;
  /** Returns the rows in batches. Each call starts at the first row. */
  readRows: () => AsyncGenerator<RawRow[]>;
};

/** Blank cells include the end-of-file mark (Ctrl+Z) of old programs. */
export const visible = /[^\s\p{Cc}]/u;

export const isBlank = ({ cells, cellErrors }: RawRow): boolean =>
  !cellErrors && !cells.some((cell) => visible.test(cell));

/** The letters of a column in a spreadsheet: 0 is A, 26 is AA. */
export const columnLetter = (index: number): string => {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetter(Math.floor(index / 26) - 1) + last;
};
