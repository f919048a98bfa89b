import { attributeField, attributeOf, type KnownField, plainTitle } from '#shared/import-columns.ts';
import {
  isShopify,
  productColumns,
  productFieldsOf,
  shopifyColumns,
} from '#shared/product/import-columns.ts';

/** The field of each column by title; an empty string skips the column. */
export type ColumnMapping = Readonly<Record<string, string>>;

/** Fields that the user chose over the guess in earlier imports, by normalized title. */
export type ColumnMemory = Readonly<Record<string, string>>;

const knownColumns = (titles: readonly string[]): readonly KnownField[] =>
  isShopify(titles) ? [...productColumns, ...shopifyColumns] : productColumns;

const guessed = (titles: readonly string[]): ColumnMapping => {
  const fields = productFieldsOf(titles);
  return Object.fromEntries(titles.map((title, index) => [title, fields[index] ?? '']));
};

/** The remembered field of each column, or a guess from its title. No two columns map to the same field. */
export const initialMapping = (titles: readonly string[], memory: ColumnMemory): ColumnMapping => {
  const fields = knownColumns(titles).map(({ field }) => field);
  const isPossible = (field: string) => field === '' || fields.includes(field) || attributeOf(field) !== null;
  return titles.reduce((mapping, title) => {
    const remembered = memory[plainTitle(title)];
    return remembered !== undefined && isPossible(remembered)
      ? mapColumn(mapping, title, remembered)
      : mapping;
  }, guessed(titles));
};

/** Maps a column to a field and clears any other column with that field. */
export const mapColumn = (mapping: ColumnMapping, title: string, field: string): ColumnMapping => ({
  ...Object.fromEntries(
    Object.entries(mapping).map(([other, held]) => [other, field !== '' && held === field ? '' : held]),
  ),
  [title]: field,
});

/** The columns whose field differs from the guess that their title suggests. */
export const saidOfColumns = (mapping: ColumnMapping): Record<string, string> => {
  const guess = guessed(Object.keys(mapping));
  return Object.fromEntries(Object.entries(mapping).filter(([title, field]) => field !== guess[title]));
};

const remembered = 500;

/** Adds this mapping to the memory and drops the oldest columns beyond the limit. */
export const remember = (memory: ColumnMemory, mapping: ColumnMapping): ColumnMemory => {
  const said = saidOfColumns(mapping);
  const now = new Set(Object.keys(mapping).map(plainTitle));
  const others = Object.entries(memory).filter(([title]) => !now.has(title));
  const own = Object.entries(said).map(([title, field]) => [plainTitle(title), field] as const);
  return Object.fromEntries([...others, ...own].slice(-remembered));
};

type FieldChoice = { value: string; label: string };
export type FieldChoices = { group: string; items: FieldChoice[] }[];

const variantFields = /^(variant|features)/;
const toChoice = ({ field, title }: KnownField): FieldChoice => ({ value: field, label: title });

export const fieldChoices = (titles: readonly string[], title: string, chosen: string): FieldChoices => {
  const attributes = new Set([attributeField(title.replace(/^\s*attribute\s*:\s*/i, ''))]);
  if (attributeOf(chosen) !== null) attributes.add(chosen);
  const groups = [
    {
      group: 'Product',
      items: productColumns.filter(({ field }) => !variantFields.test(field)).map(toChoice),
    },
    {
      group: 'Variant',
      items: productColumns.filter(({ field }) => variantFields.test(field)).map(toChoice),
    },
    {
      group: 'Attribute',
      items: [...attributes].map((field) => ({ value: field, label: `Attribute: ${attributeOf(field)}` })),
    },
  ];
  return isShopify(titles)
    ? [...groups, { group: 'Shopify options', items: shopifyColumns.map(toChoice) }]
    : groups;
};
