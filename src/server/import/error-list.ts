import type { Readable } from 'node:stream';
import type { ImportReport } from '#shared/import.ts';
import type { ExportFormat } from '#shared/resource/schemas.ts';
import { writeWorkbook } from '../../spreadsheet/write.ts';

const columns = [
  { key: 'cell', header: 'Cell', width: 8 },
  { key: 'row', header: 'Row', width: 8 },
  { key: 'column', header: 'Column' },
  { key: 'value', header: 'Value', width: 30 },
  { key: 'message', header: 'Problem', width: 90 },
];

export const writeErrorList = (
  { errors, moreErrors }: Pick<ImportReport, 'errors' | 'moreErrors'>,
  format: ExportFormat,
): Readable => {
  const more = { message: `${moreErrors} more errors will appear once these are fixed` };
  const rows = [...errors, ...(moreErrors > 0 ? [more] : [])];
  return writeWorkbook({ format, sheets: [{ name: 'Errors', columns, rows }] });
};
