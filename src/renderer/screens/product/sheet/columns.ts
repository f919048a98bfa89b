import { normalizeLine } from '#shared/normalize-text.ts';
import { productVariant } from '#shared/product/variant.ts';
import { normalizeNumber } from '#shared/resource-kit/plain-number.ts';
import {
  applyPriceFormula,
  parsePriceFormula,
  priceFormulaMessage,
} from '#shared/resource-kit/price-formula.ts';
import { type EditableVariant, toEditableVariant } from './variant-sheet.ts';

const { name, productName, sku, price } = productVariant.fields;

export const columns = [
  { name: 'name', label: name.label, kind: 'text' },
  { name: 'productName', label: productName.label, kind: 'text' },
  { name: 'sku', label: sku.label, kind: 'text' },
  { name: 'price', label: price.label, kind: 'price' },
  { name: 'imagesArr', label: 'Images', kind: 'panel' },
  { name: 'descriptionArr', label: 'Features', kind: 'panel' },
] as const;

export type ColumnName = (typeof columns)[number]['name'];

export const getCellText = (variant: EditableVariant, column: ColumnName): string => {
  if (column === 'price') return variant.price.toFixed(2);
  if (column === 'descriptionArr') return variant.descriptionArr.join('\n');
  return column === 'imagesArr' ? '' : variant[column];
};

/** Splits text into features and removes list bullets. */
export const parseFeatureLines = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => normalizeLine(line.replace(/^\s*[-*•·]\s+/, '')))
    .filter((line) => line !== '');

const parsePrice = (variant: EditableVariant, text: string): Partial<EditableVariant> | { error: string } => {
  if (text.trim() === '') return { price: 0 };
  const formula = parsePriceFormula(normalizeNumber(text));
  if (!formula) return { error: priceFormulaMessage };
  const result = applyPriceFormula(formula, variant.price);
  return 'error' in result ? result : { price: result.price ?? 0 };
};

/** Parses cell text into the variant's changed fields, or returns why the text is invalid. */
export const parseCell = (
  variant: EditableVariant,
  column: ColumnName,
  text: string,
): Partial<EditableVariant> | { error: string } => {
  if (column === 'price') return parsePrice(variant, text);
  if (column === 'descriptionArr') return { descriptionArr: parseFeatureLines(text) };
  if (column === 'imagesArr') return { error: 'You can’t paste text as an image' };
  return { [column]: normalizeLine(text) };
};

export const getEmptyCell = (column: ColumnName): Partial<EditableVariant> => ({
  [column]: toEditableVariant({})[column],
});
