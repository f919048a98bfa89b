/** A row as the file has it, its number counted from 1. */
export type RawRow = {
  row: number;
  cells: string[];
  /** The cells that a workbook keeps as numbers, by their index. */
  numbers?: number[];
  /** Problems of cells, by index. */
  problems?: [index: number, message: string][];
};

/** One sheet before its header is known. */
export type RawSheet = {
  sheets: string[];
  sheet: string;
  /** Text, in which a row can be split into too many cells. */
  isDelimited?: boolean;
  /** Some bytes of a text are no characters of its encoding. */
  isDamaged?: boolean;
  /** Reads the rows, each time from the first one on. */
  readRows: () => AsyncGenerator<RawRow>;
};
