import { isTruncated } from '#shared/cut-text.ts';
import { isShortenedNumber } from '#shared/import-numbers.ts';
import { splitList } from '#shared/listed-texts.ts';
import { noAlt, productColumns } from '#shared/product/import-columns.ts';
import { imageAlt, productVariant } from '#shared/product/variant.ts';
import { product } from '#shared/resources/product.ts';
import type { Row } from '../../database/tables.ts';
import type { StoredImage } from '../../resources/product/variant-rows.ts';
import type { ImportContext } from '../importer.ts';
import { isUrl, parseCell, truncatedNotice } from '../parse-cell.ts';
import type { ImportErrors, ReportBuilder } from '../report.ts';
import { type NamedReference, prepareRow, readFields } from '../resource/parse-rows.ts';
import {
  addMissingImageNotices,
  getProductImages,
  getVariantImages,
  type ImageContext,
  resolveImages,
  thumbnailValues,
} from './product-images.ts';
import type { Cell, ProductRow } from './product-rows.ts';

/** A variant parsed from its row, without the fields that the row leaves out. */
export type ParsedVariant = {
  row: number;
  values: { name?: string; productName?: string; sku?: string; price?: number; gtin?: string };
  images?: StoredImage[];
  features?: string[];
  attributes: ProductRow['attributes'];
  headers: ReadonlyMap<string, string>;
};

export type ParsedProduct = {
  /** Number of its first row. */
  row: number;
  handle: string | undefined;
  values: Row;
  references: NamedReference[];
  isCategoryOptional: boolean;
  variants: ParsedVariant[];
  headers: ReadonlyMap<string, string>;
};

export const getHeader = ({ headers }: Pick<ParsedProduct, 'headers'>, field: string): string =>
  headers.get(field) ?? productColumns.find((column) => column.field === field)?.title ?? field;

export const createFieldError = (draft: ParsedProduct, field: string, message: string): ImportErrors[number] => ({
  row: draft.row,
  column: getHeader(draft, field),
  message,
  value: draft.values[field] === undefined ? undefined : String(draft.values[field]),
});

/** The rows of one product, with the first cell of each of its fields. */
type Group = {
  rows: readonly ProductRow[];
  cells: Map<string, Cell>;
  errors: ImportErrors;
};

const variantValueFields: Readonly<Record<string, keyof typeof productVariant.fields>> = {
  variantName: 'name',
  variantProductName: 'productName',
  variantSku: 'sku',
  variantPrice: 'price',
  variantGtin: 'gtin',
};

/** Fields other than attributes that make a row one of a variant. */
const variantFields = [...Object.keys(variantValueFields), 'variantImages', 'variantImageAlts', 'features'];

const isVariantRow = ({ cells, attributes }: ProductRow) =>
  attributes.length > 0 || variantFields.some((field) => cells.has(field));

const conflictMessage = (
  { cells }: Group,
  { field, row, earlier, text }: { field: string; row: ProductRow; earlier: Cell; text: string },
): string => {
  const name = cells.get('name')?.text;
  if (field !== 'sku' || row.cells.has('handle') || name === undefined) {
    return `Row ${earlier.row} has a different value for the same product`;
  }
  return `Rows ${earlier.row} and ${row.row} are both named “${name}” but have different SKUs (${earlier.text} and ${text}). Give each product a name or handle of its own, or put the SKUs of variants into a Variant SKU column.`;
};

/** Rows of one product may leave out a value, but must not contradict each other. */
const toGroup = (rows: readonly ProductRow[]): Group => {
  const group: Group = { rows, cells: new Map(), errors: [] };
  for (const row of rows) {
    group.errors.push(...row.errors);
    for (const [field, cell] of row.cells) {
      if (variantFields.includes(field)) continue;
      const earlier = group.cells.get(field);
      if (!earlier) group.cells.set(field, cell);
      else if (earlier.text !== cell.text && field !== 'handle') {
        const message = conflictMessage(group, { field, row, earlier, text: cell.text });
        group.errors.push({ row: row.row, column: cell.title, message, value: cell.text });
      }
    }
  }
  return group;
};

/** Adds the alternative texts of a row to its images, in their order. */
const addAlts = (
  images: readonly StoredImage[],
  { source, report, errors }: { source: ProductRow; report: ReportBuilder; errors: ImportErrors },
): readonly StoredImage[] => {
  const cell = source.cells.get('variantImageAlts');
  if (!cell) return images;
  const alts = splitList(cell.text);
  if (alts.length > images.length) report.notice(cell.title, 'More alternative texts than images', source.row);
  return images.map((image, index) => {
    const text = alts[index];
    if (text === undefined) return image;
    const read = parseCell(imageAlt, text === noAlt ? '' : text);
    if ('error' in read) errors.push({ row: source.row, column: cell.title, message: read.error });
    return 'value' in read ? { ...image, alt: String(read.value) } : image;
  });
};

const readVariant = (
  source: ProductRow,
  { report, downloads, shared }: ImageContext & { shared: readonly StoredImage[] },
): { variant: ParsedVariant; errors: ImportErrors } => {
  const { row, cells, attributes } = source;
  const errors: ImportErrors = [];
  const values: Row = {};
  for (const [column, name] of Object.entries(variantValueFields)) {
    const cell = cells.get(column);
    if (!cell) continue;
    const read = parseCell(productVariant.fields[name], cell.text, cell.numberFormat);
    if ('value' in read) values[name] = read.value;
    else if ('error' in read) errors.push({ row, column: cell.title, message: read.error });
  }
  for (const attribute of attributes) {
    for (const message of attribute.errors) errors.push({ row, column: attribute.title, message });
  }
  const ownImages = getVariantImages(source, downloads);
  const images = addAlts(ownImages.length > 0 ? ownImages : shared, { source, report, errors });
  const listed = cells.get('features');
  const areFeaturesTruncated = listed !== undefined && isTruncated(listed.text);
  if (areFeaturesTruncated) report.notice(listed.title, truncatedNotice);
  const features = areFeaturesTruncated ? undefined : listed;
  const variant: ParsedVariant = {
    row,
    values,
    ...(images.length > 0 && { images: [...images] }),
    ...(features && { features: splitList(features.text) }),
    attributes,
    headers: source.headers,
  };
  return { variant, errors };
};

const findCellText = ({ rows }: Group, { row, column }: ImportErrors[number]): string | undefined => {
  const source = rows.find((one) => one.row === row);
  const cells = source && [...source.cells.values(), ...source.attributes];
  return cells?.find(({ title }) => title === column)?.text;
};

const skuFields = ['sku', 'variantSku'];

const noteShortenedSkus = (rows: readonly ProductRow[], report: ReportBuilder): void => {
  for (const { row, cells } of rows) {
    for (const field of skuFields) {
      const cell = cells.get(field);
      if (cell && isShortenedNumber(cell.text)) {
        report.notice(cell.title, `“${cell.text}” looks like a number that was cut short`, row);
      }
    }
  }
};

/** Parses the rows of one product; null if they have errors. */
export const parseProduct = async (
  rows: readonly ProductRow[],
  { context, ...images }: ImageContext & { context: ImportContext },
): Promise<ParsedProduct | null> => {
  const { report, downloads } = images;
  const group = toGroup(rows);
  const row = group.rows[0]?.row ?? 0;
  const headers = group.rows[0]?.headers ?? new Map<string, string>();
  addMissingImageNotices(group.rows, images);
  noteShortenedSkus(group.rows, report);
  const shared = getProductImages(group.rows, downloads);
  const target = { resource: product, report };
  const cells = [...group.cells].map(([field, cell]) => ({ ...cell, field }));
  const { values, references, errors } = readFields(
    cells.filter(({ field, text }) => field !== 'thumbnail' || !isUrl(text)),
    target,
    thumbnailValues(shared[0]),
  );
  const read = group.rows.filter(isVariantRow).map((source) => readVariant(source, { ...images, shared }));
  const variants = read.map(({ variant }) => variant);
  const imageErrors = await resolveImages(variants, context);
  const headerFor = (field: string) => headers.get(field) ?? field;
  const prepared = await prepareRow(values, { ...target, context, row, headerFor });
  const variantErrors = read.flatMap((one) => one.errors);
  const all = [...group.errors, ...errors, ...variantErrors, ...prepared.errors, ...imageErrors];
  if (all.length > 0) {
    report.fail(all.map((error) => ({ value: findCellText(group, error), ...error })));
    return null;
  }
  const isCategoryOptional = group.rows.some((source) => source.isCategoryOptional);
  const handle = group.cells.get('handle')?.text;
  return { row, handle, values: prepared.values, references, isCategoryOptional, variants, headers };
};
