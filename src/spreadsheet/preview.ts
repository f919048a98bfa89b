import type { SpreadsheetPreview } from '#shared/import.ts';
import { type ReadSpreadsheetOptions, readSpreadsheet } from './read.ts';

const rowsShown = 20;
const charactersShown = 200;

export const previewSpreadsheet = async (options: ReadSpreadsheetOptions): Promise<SpreadsheetPreview> => {
  const { rows, close, ...description } = await readSpreadsheet({ ...options, isProfiled: true });
  const { sheets, sheet, headerRow, columns, topRows, format, profile } = description;
  const shown = (text: string) => text.slice(0, charactersShown);
  try {
    const first: SpreadsheetPreview['rows'] = [];
    for await (const { row, cells } of rows) {
      if (first.length === rowsShown) break;
      first.push({ row, cells: columns.map((column) => shown(cells[column] ?? '')) });
    }
    const rowCount = profile?.rowCount ?? first.length;
    return {
      ...{ sheets, sheet, headerRow, columns, rows: first, rowCount },
      hasMore: rowCount > first.length,
      topRows: topRows.map(({ row, cells }) => ({ row, cells: cells.map(shown) })),
      columnProfiles: profile?.columns ?? [],
      encoding: format?.encoding ?? null,
      delimiter: format?.delimiter ?? null,
    };
  } finally {
    await close();
  }
};
