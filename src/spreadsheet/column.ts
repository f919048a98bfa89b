/** Value to write to a cell. Dates are ISO text, the format in which they are read. */
export type CellValue = string | number | boolean | null | undefined;

export type Column = { header: string; key: string; width?: number };

/** The letters of a column in a spreadsheet: 0 is A, 26 is AA. */
export const columnLetter = (index: number): string => {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetter(Math.floor(index / 26) - 1) + last;
};
