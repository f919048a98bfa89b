import { attributeOf } from '#shared/import-columns.ts';
import { productColumns } from '#shared/product/import-columns.ts';
import type { SpreadsheetRow } from '../../../spreadsheet/row.ts';
import { type Column, cellOf, findColumns, refuseMissingColumn } from '../columns.ts';
import type { Sheet } from '../importer.ts';
import type { Report } from '../report.ts';

/** A text in a sheet, and the title of its column. */
export type Cell = { text: string; title: string };

/** A row of a product sheet, whatever its format: only cells that hold something. */
export type ProductRow = {
  row: number;
  cells: ReadonlyMap<string, Cell>;
  attributes: readonly { name: string; text: string; title: string }[];
  /** The titles of the columns of the sheet, by what they hold. */
  titles: ReadonlyMap<string, string>;
  /** A category that is not there is no error: the format knows other categories. */
  isCategoryOptional?: boolean;
};

/** The titles of columns by what they hold. */
export const titlesOf = (columns: readonly Column[]): ReadonlyMap<string, string> =>
  new Map(columns.map(({ field, title }) => [field, title]));

/** The cells of a row that hold something, in columns that are known. */
export const readKnownCells = (
  source: SpreadsheetRow,
  columns: readonly Column[],
): Pick<ProductRow, 'cells' | 'attributes'> => {
  const filled = columns
    .map(({ title, field }) => ({ title, field, text: cellOf(source, title) }))
    .filter(({ text }) => text !== '');
  return {
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

/** Reads rows in the product's own format. */
export const ownFormat = (
  { titles: sheetTitles, mapping }: Pick<Sheet, 'titles' | 'mapping'>,
  report: Report,
): ((source: SpreadsheetRow) => ProductRow) => {
  const columns = findColumns({
    titles: sheetTitles,
    fields: productColumns,
    mapping,
    report,
    hasAttributes: true,
  });
  refuseMissingColumn(columns, { fields: productColumns, needed: ['name', 'handle', 'sku'] });
  const titles = titlesOf(columns);
  return (source) => ({ row: source.row, titles, ...readKnownCells(source, columns) });
};
