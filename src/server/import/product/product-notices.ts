import type { Downloads } from '../images/download-all.ts';
import type { Report } from '../report.ts';
import type { ProductRow } from './product-rows.ts';

type Rows = { rows: readonly ProductRow[] };

/** Says of each image by web address that is not stored why that is so. */
export const noteMissingImages = (
  { rows }: Rows,
  { report, downloads }: { report: Report; downloads: Downloads },
): void => {
  for (const { images } of rows) {
    for (const { address, title } of images) {
      const found = downloads.get(address);
      if (!found) report.notice(title, 'Images at web addresses, skipped unless downloaded');
      else if ('problem' in found) {
        report.notice(title, `Couldn’t download ${address.slice(0, 200)}: ${found.problem}`);
      }
    }
  }
};

/** Excel saves a long number in a text file as 8.90123E+12, without its last digits. */
const shortenedNumber = /^\d(?:[.,]\d+)?E\+\d{2}$/i;

/** Names the SKUs whose last digits another program has probably dropped; they are imported as they are. */
export const noteShortenedSkus = ({ rows }: Rows, report: Report): void => {
  for (const { row, cells } of rows) {
    for (const field of ['sku', 'variantSku']) {
      const cell = cells.get(field);
      if (cell && shortenedNumber.test(cell.text)) {
        report.notice(cell.title, `“${cell.text}” in row ${row} looks like a number that was cut short`);
      }
    }
  }
};
