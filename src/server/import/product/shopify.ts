import { normalizeHeader } from '#shared/import-columns.ts';
import { mapProductHeaders, productColumns, shopifyColumns, shopifyOptions } from '#shared/product/import-columns.ts';
import type { TableRow } from '../../../spreadsheet/table.ts';
import { mapColumns, type SheetColumns } from '../columns.ts';
import { readStatus } from '../parse-cell.ts';
import type { ImportErrors, ReportBuilder } from '../report.ts';
import {
  type Cell,
  createAttributePool,
  headersByField,
  type ProductFormat,
  type ProductRow,
  readMappedCells,
  type WebImage,
} from './product-rows.ts';

/** Shopify's only option of a product without variants. */
const isPlaceholderOption = (name: string, value: string) =>
  normalizeHeader(name) === 'title' && normalizeHeader(value) === 'defaulttitle';

/** Without variants, these fields of the only row belong to the product. */
const productFieldFor: Record<string, string> = { variantSku: 'sku', variantPrice: 'price' };

const moveToProduct = <Value>(byField: ReadonlyMap<string, Value>): Map<string, Value> =>
  new Map([...byField].map(([field, value]) => [productFieldFor[field] ?? field, value]));

/** Combines Shopify's Status and Published columns: an unpublished product is inactive. */
const combineStatus = (cells: ReadonlyMap<string, Cell>): Cell | undefined => {
  const [cell, published] = [cells.get('status'), cells.get('published')];
  const ownStatus = cell && { ...cell, text: readStatus(cell.text) ?? cell.text };
  const isHidden = published && readStatus(published.text) === 'INACTIVE';
  if (!isHidden || (ownStatus && ownStatus.text !== 'ACTIVE')) return ownStatus;
  return { ...published, text: 'INACTIVE' };
};

const validatePublished = (row: number, { text, title }: Cell): ImportErrors =>
  readStatus(text) === null ? [{ row, column: title, value: text, message: 'Published must be TRUE or FALSE' }] : [];

const readImages = (cells: ReadonlyMap<string, Cell>): WebImage[] => {
  const [productImage, variantImage] = [cells.get('imageSrc'), cells.get('variantImage')];
  const position = Number(cells.get('imagePosition')?.text ?? Number.NaN);
  return [
    ...(productImage ? [{ address: productImage.text, title: productImage.title, position }] : []),
    ...(variantImage ? [{ address: variantImage.text, title: variantImage.title, isOfVariant: true as const }] : []),
  ];
};

/** Reads rows of Shopify's product export in their order: only the first row of a product names its options. */
export const shopifyFormat = (sheet: SheetColumns, report: ReportBuilder): ProductFormat<ProductRow> => {
  const mappedFields = mapProductHeaders(sheet.headers);
  // Most Shopify columns have no field here. The report lists them without a notice.
  const mapping = new Map([
    ...sheet.headers.map((title, at) => [title, mappedFields[at] ?? ''] as const),
    ...sheet.mapping,
  ]);
  const fields = [...productColumns, ...shopifyColumns];
  const columns = mapColumns({ ...sheet, mapping }, { fields, report, hasAttributes: true });
  const headers = headersByField(columns);
  const pool = createAttributePool();
  const simpleHeaders = moveToProduct(headers);
  const optionNames = new Map<string, Map<number, string>>();

  const readOptions = (cells: ReadonlyMap<string, Cell>) => {
    const handle = cells.get('handle')?.text ?? '';
    const names = optionNames.get(handle) ?? new Map<number, string>();
    optionNames.set(handle, names);
    return shopifyOptions.flatMap((option) => {
      const cell = cells.get(`option${option}name`);
      if (cell) names.set(option, cell.text);
      const value = cells.get(`option${option}value`);
      return value ? [{ name: names.get(option) ?? `Option ${option}`, text: value.text, title: value.title }] : [];
    });
  };

  const read = (source: TableRow): ProductRow | null => {
    const mapped = readMappedCells(source, { columns, pool, report });
    const cells = new Map(mapped.cells);
    const attributes = [...readOptions(cells), ...mapped.attributes];
    const images = readImages(cells);
    const status = combineStatus(cells);
    const published = cells.get('published');
    const errors = [...mapped.errors, ...(published ? validatePublished(source.row, published) : [])];
    for (const { field } of shopifyColumns) cells.delete(field);
    if (status) cells.set('status', status);

    const isVariant = attributes.length > 0 || cells.has('variantSku') || cells.has('name');
    if (!isVariant && errors.length === 0 && images.length === 0) return null;
    // A row with only an additional image sets no other values.
    const isImageOnly = !isVariant;
    const usedCells = isImageOnly ? new Map([...cells].filter(([field]) => field === 'handle')) : cells;
    const isSimple = attributes.every(({ name, text }) => isPlaceholderOption(name, text));
    return {
      row: source.row,
      errors,
      images,
      isCategoryOptional: true,
      ...(isSimple
        ? { cells: moveToProduct(usedCells), attributes: [], headers: simpleHeaders }
        : { cells: usedCells, attributes, headers }),
    };
  };
  return {
    read,
    textOf: ({ cells }, field) => cells.get(field)?.text,
    imagesOf: ({ images }) => images,
    toRow: (row) => row,
  };
};
