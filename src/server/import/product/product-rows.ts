import type { SpreadsheetRow } from '../../../spreadsheet/row.ts';
import { cellOf, findColumns, refuseMissingColumn } from '../columns.ts';
import type { Sheet } from '../importer.ts';
import type { Report } from '../report.ts';
import { attributeOf, productColumns } from './product-fields.ts';

/** A text in a sheet, and the title of its column. */
export type Cell = { text: string; title: string };

/** A row of a product sheet, whatever its format: only cells that hold something. */
export type ProductRow = {
  row: number;
  cells: ReadonlyMap<string, Cell>;
  attributes: readonly { name: string; text: string; title: string }[];
  /** A category that is not there is no error: the format knows other categories. */
  isCategoryOptional?: boolean;
};

/** Reads rows in the product's own format. */
export const ownFormat = (
  { titles, mapping }: Pick<Sheet, 'titles' | 'mapping'>,
  report: Report,
): ((source: SpreadsheetRow) => ProductRow) => {
  const columns = findColumns({ titles, fields: productColumns, mapping, report, hasAttributes: true });
  refuseMissingColumn(columns, { fields: productColumns, needed: ['name', 'handle', 'sku'] });
  return (source) => {
    const filled = columns
      .map(({ title, field }) => ({ title, field, text: cellOf(source, title) }))
      .filter(({ text }) => text !== '');
    return {
      row: source.row,
      cells: new Map(
        filled
          .filter(({ field }) => attributeOf(field) === null)
          .map(({ title, field, text }) => [field, { title, text }]),
      ),
      attributes: filled.flatMap(({ title, field, text }) => {
        const name = attributeOf(field);
        return name === null ? [] : [{ name, text, title }];
      }),
    };
  };
};
