/** A row of the file; `row` counts from 1. */
export type RawRow = {
  row: number;
  cells: string[];
  /** Indexes of the cells that a workbook stores as numbers. */
  numbers?: number[];
  cellErrors?: [index: number, message: string][];
  /** A problem with the whole row. */
  error?: string;
};

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
