import { attributeOf } from '#shared/import-columns.ts';
import { listIn } from '#shared/listed-texts.ts';
import { productColumns } from '#shared/product/import-columns.ts';
import type { SpreadsheetRow } from '../../../spreadsheet/row.ts';
import { type CellReading, isAddress } from '../cells.ts';
import { type Column, cellOf, findColumns, problemsIn, readingOf, refuseMissingColumn } from '../columns.ts';
import type { Sheet } from '../importer.ts';
import type { ImportErrors, Report } from '../report.ts';

/** A text in a sheet, the title of its column, and how a number in it is read. */
export type Cell = { text: string; title: string; reading: CellReading };

/** An image by its web address: of a variant, else of the whole product and in its place there. */
export type WebImage = { address: string; title: string; position?: number; isOfVariant?: true };

/** A row of a product sheet, whatever its format: only cells that hold something. */
export type ProductRow = {
  row: number;
  cells: ReadonlyMap<string, Cell>;
  attributes: readonly { name: string; text: string; title: string }[];
  /** Problems found while the file was read. */
  errors: ImportErrors;
  /** The titles of the columns of the sheet, by what they hold. */
  titles: ReadonlyMap<string, string>;
  /** Images by web address. */
  images: readonly WebImage[];
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
): Pick<ProductRow, 'cells' | 'attributes' | 'errors'> => {
  const filled = columns
    .map((column) => ({
      title: column.title,
      field: column.field,
      text: cellOf(source, column.title),
      reading: readingOf(source, column),
    }))
    .filter(({ text, title }) => text !== '' && source.problems?.[title] === undefined);
  return {
    errors: problemsIn(source, columns),
    cells: new Map(
      filled.filter(({ field }) => attributeOf(field) === null).map(({ field, ...cell }) => [field, cell]),
    ),
    attributes: filled.flatMap(({ title, field, text }) => {
      const name = attributeOf(field);
      return name === null ? [] : [{ name, text, title }];
    }),
  };
};

const webImagesIn = (cells: ReadonlyMap<string, Cell>): WebImage[] => {
  const [thumbnail, variantImages] = [cells.get('thumbnail'), cells.get('variantImages')];
  return [
    ...(thumbnail && isAddress(thumbnail.text)
      ? [{ address: thumbnail.text, title: thumbnail.title, position: 0 }]
      : []),
    ...(variantImages ? imageNamesIn(variantImages.text) : [])
      .filter(isAddress)
      .map((address) => ({ address, title: variantImages?.title ?? '', isOfVariant: true as const })),
  ];
};

/** The images that a cell lists, by name or web address. */
export const imageNamesIn = (text: string): string[] =>
  listIn(text.includes('://') ? text.replace(/,\s*(?=https?:)/g, ';') : text.replaceAll(',', ';'));

/** Reads rows in the product's own format. */
export const ownFormat = (
  { titles: sheetTitles, mapping, readings }: Omit<Sheet, 'rows'>,
  report: Report,
): ((source: SpreadsheetRow) => ProductRow) => {
  const columns = findColumns({
    titles: sheetTitles,
    fields: productColumns,
    mapping,
    readings,
    report,
    hasAttributes: true,
  });
  refuseMissingColumn(columns, { fields: productColumns, needed: ['name', 'handle', 'sku'] });
  const titles = titlesOf(columns);
  return (source) => {
    const read = readKnownCells(source, columns);
    return { row: source.row, titles, ...read, images: webImagesIn(read.cells) };
  };
};
