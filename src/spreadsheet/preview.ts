import type { SpreadsheetPreview } from '#shared/import.ts';
import { type ReadSpreadsheetOptions, readSpreadsheet } from './read.ts';

const maxPreviewRows = 20;
const maxCellCharacters = 200;

export const previewSpreadsheet = async (options: ReadSpreadsheetOptions): Promise<SpreadsheetPreview> => {
  const { rows, close, ...description } = await readSpreadsheet({
    ...options,
    isProfiled: true,
    maxRows: maxPreviewRows,
  });
  const { sheets, sheet, headerRow, columns, topRows, format, profile } = description;
  const truncate = (text: string) => text.slice(0, maxCellCharacters);
  try {
    const previewRows: SpreadsheetPreview['rows'] = [];
    for await (const { row, cells } of rows) {
      previewRows.push({ row, cells: columns.map((column) => truncate(cells[column] ?? '')) });
    }
    const rowCount = profile?.rowCount ?? previewRows.length;
    return {
      sheets,
      sheet,
      headerRow,
      columns,
      rows: previewRows,
      rowCount,
      hasMore: rowCount > previewRows.length,
      topRows: topRows.map(({ row, cells }) => ({ row, cells: cells.map(truncate) })),
      columnProfiles: profile?.columns ?? [],
      encoding: format?.encoding ?? null,
      delimiter: format?.delimiter ?? null,
    };
  } finally {
    await close();
  }
};
