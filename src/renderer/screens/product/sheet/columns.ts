import { normalizeLine } from '#shared/normalize-text.ts';
import { productVariant } from '#shared/product/variant.ts';
import { parseCell as parseFieldCell } from '../../../resource-kit/sheet/sheet-cells.ts';
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

/** Parses cell text into the variant's changed fields, or returns why the text is invalid. */
export const parseCell = (
  variant: EditableVariant,
  column: ColumnName,
  text: string,
): Partial<EditableVariant> | { error: string } => {
  if (column === 'price') {
    if (text.trim() === '') return { error: 'Enter a price such as 9.90' };
    return parseFieldCell(price, column, { text, current: variant.price });
  }
  if (column === 'descriptionArr') return { descriptionArr: parseFeatureLines(text) };
  if (column === 'imagesArr') return { error: 'You can’t paste text as an image' };
  return { [column]: normalizeLine(text) };
};

export const getEmptyCell = (column: ColumnName): Partial<EditableVariant> => ({
  [column]: toEditableVariant({})[column],
});
