import { z } from 'zod';
import type { ImportReport } from '#shared/import.ts';
import {
  type ImportField,
  normalizeHeader,
  parseAttributeField,
  toAttributeField,
} from '#shared/import-columns.ts';
import {
  isShopify,
  mapProductHeaders,
  productColumns,
  shopifyColumns,
} from '#shared/product/import-columns.ts';
import { formatCount } from '#shared/resource/labels.ts';
import { currentUserId } from '../../resource/session-store.ts';

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

/** The remembered field of each column, or a guess from its title. No two columns map to the same field. */
export const initialMapping = (titles: readonly string[], memory: SavedMapping): ColumnMapping => {
  const fields = knownColumns(titles).map(({ field }) => field);
  const isPossible = (field: string) =>
    field === '' || fields.includes(field) || parseAttributeField(field) !== null;
  return titles.reduce((mapping, title) => {
    const maxSavedColumns = memory[normalizeHeader(title)];
    return maxSavedColumns !== undefined && isPossible(maxSavedColumns)
      ? mapColumn(mapping, title, maxSavedColumns)
      : mapping;
  }, guessMapping(titles));
};

/** Maps a column to a field and clears any other column with that field. */
export const mapColumn = (mapping: ColumnMapping, title: string, field: string): ColumnMapping => ({
  ...Object.fromEntries(
    Object.entries(mapping).map(([other, held]) => [other, field !== '' && held === field ? '' : held]),
  ),
  [title]: field,
});

/** The columns whose field differs from the guess that their title suggests. */
export const getMappingOverrides = (mapping: ColumnMapping): Record<string, string> => {
  const guess = guessMapping(Object.keys(mapping));
  return Object.fromEntries(Object.entries(mapping).filter(([title, field]) => field !== guess[title]));
};

const maxSavedColumns = 500;

/** Adds this mapping to the memory and drops the oldest columns beyond the limit. */
export const updateSavedMapping = (memory: SavedMapping, mapping: ColumnMapping): SavedMapping => {
  const said = getMappingOverrides(mapping);
  const now = new Set(Object.keys(mapping).map(normalizeHeader));
  const others = Object.entries(memory).filter(([title]) => !now.has(title));
  const own = Object.entries(said).map(([title, field]) => [normalizeHeader(title), field] as const);
  return Object.fromEntries([...others, ...own].slice(-maxSavedColumns));
};

const memorySchema = z.record(z.string(), z.string());

const key = () => `import.product.${currentUserId()}`;

export const readColumnMemory = (): SavedMapping => {
  try {
    return memorySchema.parse(JSON.parse(localStorage.getItem(key()) ?? '{}'));
  } catch {
    return {};
  }
};

export const writeColumnMemory = (memory: SavedMapping): void => {
  try {
    localStorage.setItem(key(), JSON.stringify(memory));
  } catch {
    // If local storage is full, only the memory is lost; the import continues.
  }
};

const variantFields = /^(variant|features)/;

const toGroup = (group: string, columns: readonly ImportField[]) => ({
  group,
  items: columns.map(({ field, title }) => ({ value: field, label: title })),
});

/** Fields for a select; the attribute's name comes from the column's title. */
export const getFieldOptions = (titles: readonly string[], title: string, chosen: string) => {
  const attributes = new Set([toAttributeField(title.replace(/^\s*attribute\s*:\s*/i, ''))]);
  if (parseAttributeField(chosen) !== null) attributes.add(chosen);
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
    .map(
      ({ title, letter, filled }) =>
        `${title === '' ? `column ${letter}` : title} (${formatCount(filled, 'cell')})`,
    )
    .join(', ');
