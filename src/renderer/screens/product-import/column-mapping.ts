import * as z from 'zod/mini';
import type { ImportReport } from '#shared/import.ts';
import { type ImportField, normalizeHeader, parseAttributeField, toAttributeField } from '#shared/import-columns.ts';
import { isShopify, mapProductHeaders, productColumns, shopifyColumns } from '#shared/product/import-columns.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { getCurrentUserId } from '../../resource-kit/session-store.ts';
import { parseStored, readStoredItem, storeItem } from '../../ui/stored-item.ts';

/** The field of each column by title; an empty string skips the column. */
export type ColumnMapping = Readonly<Record<string, string>>;

/** Fields that the user chose over the guess in earlier imports, by normalized title. */
export type SavedMapping = Readonly<Record<string, string>>;

const knownColumns = (titles: readonly string[]): readonly ImportField[] =>
  isShopify(titles) ? [...productColumns, ...shopifyColumns] : productColumns;

const guessMapping = (titles: readonly string[]): ColumnMapping => {
  const fields = mapProductHeaders(titles);
  return Object.fromEntries(titles.map((title, index) => [title, fields[index] ?? '']));
};

/** Titles of price lists, by normalized title. */
const synonyms: Readonly<Record<string, string>> = {
  ...{ item: 'name', itemname: 'name', productname: 'name', itemcode: 'sku', productcode: 'sku' },
  ...{ grp: 'categoryId', group: 'categoryId', productgroup: 'categoryId' },
};

/** Proposes fields for titles that no field has: those that no other column has yet, and known attributes. */
const addSynonyms = (guess: ColumnMapping, attributeNames: readonly string[]): ColumnMapping =>
  Object.entries(guess).reduce((mapping, [title, guessed]) => {
    const normalized = normalizeHeader(title);
    const attribute = attributeNames.find((name) => normalizeHeader(name) === normalized);
    const field = synonyms[normalized] ?? (attribute === undefined ? undefined : toAttributeField(attribute));
    const isFree = guessed === '' && field !== undefined && !Object.values(mapping).includes(field);
    return isFree ? mapColumn(mapping, title, field) : mapping;
  }, guess);

/** The saved field of each column, or a guess from its title. No two columns map to the same field. */
export const initialMapping = (
  titles: readonly string[],
  savedMapping: SavedMapping,
  attributeNames: readonly string[] = [],
): ColumnMapping => {
  const fields = knownColumns(titles).map(({ field }) => field);
  const isKnownField = (field: string) => field === '' || fields.includes(field) || parseAttributeField(field) !== null;
  return titles.reduce(
    (mapping, title) => {
      const field = savedMapping[normalizeHeader(title)];
      return field !== undefined && isKnownField(field) ? mapColumn(mapping, title, field) : mapping;
    },
    addSynonyms(guessMapping(titles), isShopify(titles) ? [] : attributeNames),
  );
};

/** Maps a column to a field and clears any other column with that field. */
export const mapColumn = (mapping: ColumnMapping, title: string, field: string): ColumnMapping => ({
  ...Object.fromEntries(
    Object.entries(mapping).map(([other, mappedField]) => [
      other,
      field !== '' && mappedField === field ? '' : mappedField,
    ]),
  ),
  [title]: field,
});

/** The columns whose field differs from the guess that their title suggests. */
export const getMappingOverrides = (mapping: ColumnMapping): Record<string, string> => {
  const guess = guessMapping(Object.keys(mapping));
  return Object.fromEntries(Object.entries(mapping).filter(([title, field]) => field !== guess[title]));
};

const maxSavedColumns = 500;

/** Adds this mapping's overrides to the saved ones and drops the oldest columns beyond the limit. */
export const updateSavedMapping = (savedMapping: SavedMapping, mapping: ColumnMapping): SavedMapping => {
  const overrides = getMappingOverrides(mapping);
  const currentTitles = new Set(Object.keys(mapping).map(normalizeHeader));
  const otherEntries = Object.entries(savedMapping).filter(([title]) => !currentTitles.has(title));
  const newEntries = Object.entries(overrides).map(([title, field]) => [normalizeHeader(title), field] as const);
  return Object.fromEntries([...otherEntries, ...newEntries].slice(-maxSavedColumns));
};

const savedMappingSchema = z.record(z.string(), z.string());

const key = () => `import.product.${getCurrentUserId()}`;

export const loadSavedMapping = (): SavedMapping => parseStored(savedMappingSchema, readStoredItem(key())) ?? {};

export const storeSavedMapping = (savedMapping: SavedMapping): void => storeItem(key(), JSON.stringify(savedMapping));

const variantFields = /^(variant|features)/;

const toGroup = (group: string, columns: readonly ImportField[]) => ({
  group,
  items: columns.map(({ field, title }) => ({ value: field, label: title })),
});

/** Fields for a select; the attribute's name comes from the column's title. */
export const getFieldOptions = (titles: readonly string[], title: string, selectedField: string) => {
  const attributes = new Set([toAttributeField(title.replace(/^\s*attribute\s*:\s*/i, ''))]);
  if (parseAttributeField(selectedField) !== null) attributes.add(selectedField);
  const named = [...attributes].map((field) => ({
    field,
    title: `Attribute: ${parseAttributeField(field)}`,
  }));
  return [
    toGroup(
      'Product',
      productColumns.filter(({ field }) => !variantFields.test(field)),
    ),
    toGroup(
      'Variant',
      productColumns.filter(({ field }) => variantFields.test(field)),
    ),
    toGroup('Attribute', named),
    ...(isShopify(titles) ? [toGroup('Shopify options', shopifyColumns)] : []),
  ];
};

type SkippedColumn = Pick<ImportReport['columns'][number], 'title' | 'letter' | 'filled'>;

export const countColumns = ({ length }: readonly SkippedColumn[]): string => formatCount(length, 'column');

export const nameColumns = (columns: readonly SkippedColumn[]): string =>
  columns
    .map(({ title, letter, filled }) => `${title === '' ? `column ${letter}` : title} (${formatCount(filled, 'cell')})`)
    .join(', ');
