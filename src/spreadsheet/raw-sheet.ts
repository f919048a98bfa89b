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

const batchRows = 500;

export async function* inBatches(rows: Iterable<RawRow>): AsyncGenerator<RawRow[]> {
  let batch: RawRow[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < batchRows) continue;
    yield batch;
    batch = [];
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
