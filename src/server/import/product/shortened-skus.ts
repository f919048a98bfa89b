import type { ReportBuilder } from '../report.ts';
import type { ProductRow } from './product-rows.ts';

/** Excel saves a long number in a text file as 8.90123E+12, without its last digits. */
const shortenedNumber = /^\d(?:[.,]\d+)?E\+\d{2}$/i;

export const noteShortenedSkus = (rows: readonly ProductRow[], report: ReportBuilder): void => {
  for (const { row, cells } of rows) {
    for (const field of ['sku', 'variantSku']) {
      const cell = cells.get(field);
      if (cell && shortenedNumber.test(cell.text)) {
        report.notice(cell.title, `“${cell.text}” looks like a number that was cut short`, row);
      }
    }
  }
};
