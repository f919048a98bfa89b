import { parseAttributeField } from '#shared/import-columns.ts';
import { splitList } from '#shared/listed-texts.ts';
import { nameKey } from '#shared/normalize-text.ts';
import { productColumns } from '#shared/product/import-columns.ts';
import { attribute } from '#shared/resources/attribute.ts';
import { attributeValue } from '#shared/resources/attribute-value.ts';
import type { TableRow } from '../../../spreadsheet/table.ts';
import {
  assertRequiredColumn,
  type FilledCell,
  filledCells,
  listCellErrors,
  type MappedColumn,
  mapColumns,
  readText,
  type SheetColumns,
} from '../columns.ts';
import { isUrl, parseCell } from '../parse-cell.ts';
import type { ImportErrors, ReportBuilder } from '../report.ts';

export type Cell = Omit<FilledCell, 'field'>;

export type WebImage = { address: string; title: string; position?: number; isOfVariant?: true };

export type RowAttribute = { name: string; text: string; title: string; errors: readonly string[] };

/** A row of a product sheet in any format, without empty cells. */
export type ProductRow = {
  row: number;
  cells: ReadonlyMap<string, Cell>;
  attributes: readonly RowAttribute[];
  errors: ImportErrors;
  /** Column titles by field. */
  headers: ReadonlyMap<string, string>;
  images: readonly WebImage[];
  /** An unknown category is not an error, because the format has other categories. */
  isCategoryOptional?: boolean;
};

/** Returns one object for all equal attribute values, so that each is checked and stored once. */
export const createAttributeReader = () => {
  const known = new Map<string, RowAttribute>();
  return (name: string, { text, title }: Pick<Cell, 'text' | 'title'>): RowAttribute => {
    const key = [name, title, text].join('\n');
    const existing = known.get(key);
    if (existing) return existing;
    const read = [parseCell(attribute.fields.name, name), parseCell(attributeValue.fields.name, text)];
    const created = { name, text, title, errors: read.flatMap((one) => ('error' in one ? [one.error] : [])) };
    known.set(key, created);
    return created;
  };
};

export const splitImageNames = (text: string): string[] =>
  splitList(text.includes('://') ? text.replace(/,\s*(?=https?:)/g, ';') : text.replaceAll(',', ';'));

/** The images at web addresses. The first columns are ours, the others are Shopify's. */
const collectWebImages = (cells: ProductRow['cells']): WebImage[] => {
  const images: WebImage[] = [];
  const add = (field: string, toImage: (cell: Cell) => Omit<WebImage, 'title'>[]) => {
    const cell = cells.get(field);
    if (cell) for (const image of toImage(cell)) images.push({ ...image, title: cell.title });
  };
  add('thumbnail', ({ text }) => (isUrl(text) ? [{ address: text, position: 0 }] : []));
  add('variantImages', ({ text }) =>
    splitImageNames(text).flatMap((address) => (isUrl(address) ? [{ address, isOfVariant: true }] : [])),
  );
  const position = Number(cells.get('imagePosition')?.text ?? Number.NaN);
  add('imageSrc', ({ text: address }) => [{ address, position }]);
  add('variantImage', ({ text: address }) => [{ address, isOfVariant: true }]);
  return images;
};

export const mapProductColumns = (sheet: SheetColumns, report: ReportBuilder): MappedColumn[] => {
  const columns = mapColumns(sheet, { fields: productColumns, report, hasAttributes: true });
  assertRequiredColumn(columns, { fields: productColumns, requiredFields: ['name', 'handle', 'sku'] });
  return columns;
};

export const createRowReader = (columns: readonly MappedColumn[], report: ReportBuilder) => {
  const headers = new Map(columns.map(({ field, title }) => [field, title]));
  const toAttribute = createAttributeReader();
  return (source: TableRow): ProductRow => {
    const cells = new Map<string, Cell>();
    const attributes: RowAttribute[] = [];
    for (const cell of filledCells(source, { columns, report })) {
      const name = parseAttributeField(cell.field);
      if (name === null) cells.set(cell.field, cell);
      else attributes.push(toAttribute(name, cell));
    }
    const errors = listCellErrors(source, columns);
    return { row: source.row, headers, cells, attributes, errors, images: collectWebImages(cells) };
  };
};

/** Fields by which rows belong to one product, the most reliable first. */
const keyFields = ['handle', 'name', 'sku'];

/** Groups all rows by product: by handle, else by name, else by SKU. Rows of a product can be anywhere. */
export const groupRows = async (
  batches: AsyncIterable<TableRow[]>,
  { columns, report }: { columns: readonly MappedColumn[]; report: ReportBuilder },
): Promise<TableRow[][]> => {
  const keyColumns = keyFields.flatMap((field) => columns.filter((column) => column.field === field));
  const groups: TableRow[][] = [];
  const byKey = new Map<string, TableRow[]>();
  const add = (row: TableRow) => {
    const keys = keyColumns.flatMap((column) => {
      const text = readText(row, column);
      return text === '' ? [] : [`${column.field} ${nameKey(text)}`];
    });
    const group = byKey.get(keys[0] ?? '') ?? [];
    if (group.length === 0) groups.push(group);
    // A later row without the handle still matches by name.
    for (const key of keys) if (!byKey.has(key)) byKey.set(key, group);
    group.push(row);
  };
  for await (const rows of batches) {
    for (const row of rows) {
      report.row();
      add(row);
    }
  }
  return groups;
};
