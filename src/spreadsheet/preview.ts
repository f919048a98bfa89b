import type { SpreadsheetPreview } from '#shared/import.ts';
import { type ReadSpreadsheetOptions, readSpreadsheet } from './read.ts';

const rowsShown = 20;
const charactersShown = 200;

/** The titles and the first rows of a sheet: no more of it is read. */
export const previewSpreadsheet = async (options: ReadSpreadsheetOptions): Promise<SpreadsheetPreview> => {
  const { sheets, sheet, columns, rows, close } = await readSpreadsheet(options);
  try {
    const first: SpreadsheetPreview['rows'] = [];
    let hasMore = false;
    for await (const { row, cells } of rows) {
      hasMore = first.length === rowsShown;
      if (hasMore) break;
      first.push({ row, cells: columns.map((column) => (cells[column] ?? '').slice(0, charactersShown)) });
    }
    return { sheets, sheet, columns, rows: first, hasMore };
  } finally {
    await close();
  }
};
