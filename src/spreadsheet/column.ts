/** What a cell is written from. Dates are written as the ISO text that they are read as. */
export type CellValue = string | number | boolean | null | undefined;

export type Column = { header: string; key: string; width?: number };

/** The letters over a column in a spreadsheet program: 0 is A, 26 is AA. */
export const columnLetter = (index: number): string => {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetter(Math.floor(index / 26) - 1) + last;
};
