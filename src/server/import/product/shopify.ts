import { normalizeHeader } from '#shared/import-columns.ts';
import { mapProductHeaders, productColumns, shopifyColumns, shopifyOptions } from '#shared/product/import-columns.ts';
import { type MappedColumn, mapColumns, type SheetColumns } from '../columns.ts';
import { readStatus } from '../parse-cell.ts';
import type { ImportErrors, ReportBuilder } from '../report.ts';
import { type Cell, createAttributeReader, type ProductRow, type RowAttribute } from './product-rows.ts';

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

/** Most Shopify columns have no field here. The report lists them without a notice. */
export const mapShopifyColumns = (sheet: SheetColumns, report: ReportBuilder): MappedColumn[] => {
  const mappedFields = mapProductHeaders(sheet.headers);
  const mapping = new Map([
    ...sheet.headers.map((title, at) => [title, mappedFields[at] ?? ''] as const),
    ...sheet.mapping,
  ]);
  const fields = [...productColumns, ...shopifyColumns];
  return mapColumns({ ...sheet, mapping }, { fields, report, hasAttributes: true });
};

/**
 * Returns a function that turns a row of Shopify's product export into one of ours; null if it has no content. Rows of a
 * product must come in their order: only the first one names its options.
 */
export const createShopifyAdapter = () => {
  const toAttribute = createAttributeReader();
  const optionNames = new Map<string, string>();
  const readOptions = (cells: ProductRow['cells']): RowAttribute[] =>
    shopifyOptions.flatMap((option) => {
      const key = `${option} ${cells.get('handle')?.text ?? ''}`;
      const name = cells.get(`option${option}name`)?.text;
      if (name !== undefined) optionNames.set(key, name);
      const value = cells.get(`option${option}value`);
      return value ? [toAttribute(optionNames.get(key) ?? `Option ${option}`, value)] : [];
    });

  return (row: ProductRow): ProductRow | null => {
    const { images, headers } = row;
    const cells = new Map(row.cells);
    const attributes = [...readOptions(cells), ...row.attributes];
    const status = combineStatus(cells);
    const published = cells.get('published');
    const errors = [...row.errors, ...(published ? validatePublished(row.row, published) : [])];
    for (const { field } of shopifyColumns) cells.delete(field);
    if (status) cells.set('status', status);

    const isVariant = attributes.length > 0 || cells.has('variantSku') || cells.has('name');
    if (!isVariant && errors.length === 0 && images.length === 0) return null;
    // A row with only an additional image sets no other values.
    const usedCells = isVariant ? cells : new Map([...cells].filter(([field]) => field === 'handle'));
    const isSimple = attributes.every(({ name, text }) => isPlaceholderOption(name, text));
    const used = isSimple
      ? { cells: moveToProduct(usedCells), attributes: [], headers: moveToProduct(headers) }
      : { cells: usedCells, attributes, headers };
    return { row: row.row, errors, images, isCategoryOptional: true, ...used };
  };
};
