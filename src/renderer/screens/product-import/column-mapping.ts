import { attributeField, attributeOf, type KnownField, plainTitle } from '#shared/import-columns.ts';
import {
  isShopify,
  productColumns,
  productFieldsOf,
  shopifyColumns,
} from '#shared/product/import-columns.ts';

/** What each column holds, by its title; empty: nothing that is imported. */
export type ColumnMapping = Readonly<Record<string, string>>;

/** What somebody once said that columns hold, by their plain titles. */
export type ColumnMemory = Readonly<Record<string, string>>;

const knownColumns = (titles: readonly string[]): readonly KnownField[] =>
  isShopify(titles) ? [...productColumns, ...shopifyColumns] : productColumns;

const guessed = (titles: readonly string[]): ColumnMapping => {
  const fields = productFieldsOf(titles);
  return Object.fromEntries(titles.map((title, index) => [title, fields[index] ?? '']));
};

/** What the columns hold: what is remembered of them, else what their titles say. No two hold the same. */
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

/** Says what a column holds; another one that held the same holds nothing any more. */
export const mapColumn = (mapping: ColumnMapping, title: string, field: string): ColumnMapping => ({
  ...Object.fromEntries(
    Object.entries(mapping).map(([other, held]) => [other, field !== '' && held === field ? '' : held]),
  ),
  [title]: field,
});

/** What has to be said of columns, because their titles say something else. */
export const saidOfColumns = (mapping: ColumnMapping): Record<string, string> => {
  const guess = guessed(Object.keys(mapping));
  return Object.fromEntries(Object.entries(mapping).filter(([title, field]) => field !== guess[title]));
};

const remembered = 500;

/** The memory with what was said of these columns; of old columns the oldest are forgotten. */
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

/** What a person can choose that a column holds. */
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
