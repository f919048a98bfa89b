import type { ImportReport } from '#shared/import.ts';
import { productVariant } from '#shared/product/variant.ts';
import { isFileField } from '#shared/resource/fields.ts';
import { attribute } from '#shared/resources/attribute.ts';
import { attributeValue } from '#shared/resources/attribute-value.ts';
import { product } from '#shared/resources/product.ts';
import type { Row } from '../../storage/tables.ts';
import { addressNotice, isAddress, listIn, valueInCell } from '../cells.ts';
import { isReference } from '../columns.ts';
import type { ImportContext } from '../importer.ts';
import { nameKey } from '../lookup.ts';
import { type NamedReference, prepareDraft } from '../plain/read-drafts.ts';
import type { Report } from '../report.ts';
import { type VariantField, variantFields } from './product-fields.ts';
import type { Cell, ProductRow } from './product-rows.ts';

type ImportErrors = ImportReport['errors'];

/** A variant as its row has it. What a row does not say is left out. */
export type VariantDraft = {
  row: number;
  values: { name?: string; productName?: string; sku?: string; price?: number };
  images?: string[];
  features?: string[];
  attributes: ProductRow['attributes'];
  titles: ReadonlyMap<string, string>;
};

/** A product as its rows have it. */
export type ProductDraft = {
  /** The first of its rows. */
  row: number;
  values: Row;
  references: NamedReference[];
  isCategoryOptional: boolean;
  variants: VariantDraft[];
  titles: ReadonlyMap<string, string>;
};

type Group = {
  rows: ProductRow[];
  cells: Map<string, Cell & { row: number }>;
  errors: ImportErrors;
};

const isVariantRow = ({ cells, attributes }: ProductRow) =>
  attributes.length > 0 || variantFields.some((field) => cells.has(field));

/** Rows of one product say the same of it, or nothing. */
const addRow = (group: Group, row: ProductRow): void => {
  group.rows.push(row);
  for (const [field, cell] of row.cells) {
    if (variantFields.includes(field as VariantField)) continue;
    const said = group.cells.get(field);
    if (!said) group.cells.set(field, { ...cell, row: row.row });
    else if (said.text !== cell.text && field !== 'handle') {
      const message = `Row ${said.row} says something else of the same product`;
      group.errors.push({ row: row.row, column: cell.title, message });
    }
  }
};

/** Puts rows together that are about one product: of one handle, else of one name, else of one SKU. */
export const groupRows = (): { add: (row: ProductRow) => void; groups: () => Group[] } => {
  const groups: Group[] = [];
  const byKey = new Map<string, Group>();
  return {
    add: (row) => {
      const keys = ['handle', 'name', 'sku'].flatMap((field) => {
        const cell = row.cells.get(field);
        return cell ? [`${field} ${nameKey(cell.text)}`] : [];
      });
      let group = byKey.get(keys[0] ?? '');
      if (!group) {
        group = { rows: [], cells: new Map(), errors: [] };
        groups.push(group);
      }
      // A row without the handle is still known by the name that came with it.
      for (const key of keys) if (!byKey.has(key)) byKey.set(key, group);
      addRow(group, row);
    },
    groups: () => groups,
  };
};

const variantValueFields: Partial<Record<VariantField, keyof typeof productVariant.fields>> = {
  variantName: 'name',
  variantProductName: 'productName',
  variantSku: 'sku',
  variantPrice: 'price',
};

const readVariant = (source: ProductRow, report: Report): { variant: VariantDraft; errors: ImportErrors } => {
  const { row, cells, attributes } = source;
  const errors: ImportErrors = [];
  const values: Row = {};
  for (const [column, name] of Object.entries(variantValueFields)) {
    const cell = cells.get(column);
    if (!cell) continue;
    const read = valueInCell(productVariant.fields[name], cell.text);
    if ('value' in read) values[name] = read.value;
    else if ('problem' in read) errors.push({ row, column: cell.title, message: read.problem });
  }
  for (const { name, text, title } of attributes) {
    for (const read of [
      valueInCell(attribute.fields.name, name),
      valueInCell(attributeValue.fields.name, text),
    ]) {
      if ('problem' in read) errors.push({ row, column: title, message: read.problem });
    }
  }
  const images = cells.get('variantImages');
  const named = images && listIn(images.text.replaceAll(',', ';'));
  if (images && named?.some(isAddress)) report.notice(images.title, addressNotice);
  const kept = named?.filter((name) => !isAddress(name));
  const features = cells.get('features');
  const variant: VariantDraft = {
    row,
    values,
    ...(kept && kept.length > 0 && { images: kept }),
    ...(features && { features: listIn(features.text) }),
    attributes,
    titles: source.titles,
  };
  return { variant, errors };
};

const readValues = (group: Group, report: Report) => {
  const values: Row = {};
  const references: NamedReference[] = [];
  const errors: ImportErrors = [...group.errors];
  for (const [name, { title, text, row }] of group.cells) {
    const field = product.fields[name as keyof typeof product.fields];
    if (!field) continue;
    if (isReference(product, name)) {
      references.push({ field: name, name: text, title });
      continue;
    }
    if (isFileField(field) && isAddress(text)) {
      report.notice(title, addressNotice);
      continue;
    }
    const read = valueInCell(field, text);
    if ('value' in read) values[name] = read.value;
    else if ('problem' in read) errors.push({ row, column: title, message: read.problem });
  }
  return { values, references, errors };
};

const refuseMissingImages = async (
  variants: readonly VariantDraft[],
  { fileTransaction }: ImportContext,
): Promise<ImportErrors> => {
  const errors: ImportErrors = [];
  for (const { row, images = [], titles } of variants) {
    for (const filename of images) {
      if (await fileTransaction.keep({ filename, kind: 'image' })) continue;
      errors.push({
        row,
        column: titles.get('variantImages') ?? '',
        message: `There is no stored image "${filename.slice(0, 100)}"`,
      });
    }
  }
  return errors;
};

/** Reads the rows of one product; null where it fails. */
export const readProduct = async (
  group: Group,
  { context, report }: { context: ImportContext; report: Report },
): Promise<ProductDraft | null> => {
  const row = group.rows[0]?.row ?? 0;
  const titles = group.rows[0]?.titles ?? new Map<string, string>();
  const { values, references, errors } = readValues(group, report);
  const read = group.rows.filter(isVariantRow).map((source) => readVariant(source, report));
  const variants = read.map(({ variant }) => variant);
  const prepared = await prepareDraft(values, {
    resource: product,
    context,
    row,
    titleOf: (field) => titles.get(field) ?? field,
  });
  const all = [
    ...errors,
    ...read.flatMap((one) => one.errors),
    ...prepared.errors,
    ...(await refuseMissingImages(variants, context)),
  ];
  if (all.length > 0) {
    report.fail(all);
    return null;
  }
  const isCategoryOptional = group.rows.some((source) => source.isCategoryOptional);
  return { row, values: prepared.values, references, isCategoryOptional, variants, titles };
};
