import type { SpreadsheetRow } from '../../../spreadsheet/row.ts';
import { addressNotice } from '../cells.ts';
import { cellOf, plainTitle } from '../columns.ts';
import type { Report } from '../report.ts';
import type { Cell, ProductRow } from './product-rows.ts';

/** The titles of Shopify's product export, in the form of all years, and what they are here. */
const plainFields: Record<string, string> = {
  handle: 'handle',
  urlhandle: 'handle',
  title: 'name',
  bodyhtml: 'description',
  description: 'description',
  type: 'categoryId',
  variantsku: 'variantSku',
  sku: 'variantSku',
  variantprice: 'variantPrice',
  price: 'variantPrice',
};

const status: Record<string, string> = {
  active: 'ACTIVE',
  draft: 'INACTIVE',
  archived: 'INACTIVE',
  unlisted: 'ACTIVE',
};
const options = [1, 2, 3] as const;
const imageTitles = ['imagesrc', 'variantimage', 'productimageurl', 'variantimageurl'];

/** Whether the titles of a sheet are those of Shopify's product export. */
export const isShopify = (titles: readonly string[]): boolean => {
  const plain = new Set(titles.map(plainTitle));
  return (
    (plain.has('handle') || plain.has('urlhandle')) && plain.has('option1name') && plain.has('option1value')
  );
};

/** What a product without variants has as its one option. */
const isNoOption = (name: string, value: string) =>
  plainTitle(name) === 'title' && plainTitle(value) === 'defaulttitle';

/**
 * Reads rows of Shopify's product export. Options are named in the first row of a product alone; a row that brings
 * nothing but a further image gives null.
 */
export const shopifyFormat = (
  titles: readonly string[],
  report: Report,
): ((source: SpreadsheetRow) => ProductRow | null) => {
  const titleOf = new Map(titles.map((title) => [plainTitle(title), title]));
  const cell = (source: SpreadsheetRow, plain: string): Cell | null => {
    const title = titleOf.get(plain);
    const text = title === undefined ? '' : cellOf(source, title);
    return title === undefined || text === '' ? null : { title, text };
  };
  report.columns(
    titles.map((title) => {
      const plain = plainTitle(title);
      const isOption = /^option[123](?:name|value)$/.test(plain);
      return {
        title,
        field: isOption ? plain : plain === 'status' ? 'status' : (plainFields[plain] ?? null),
      };
    }),
  );
  const optionNames = new Map<string, Map<number, string>>();

  const attributesOf = (source: SpreadsheetRow, handle: string) => {
    const names = optionNames.get(handle) ?? new Map<number, string>();
    optionNames.set(handle, names);
    return options.flatMap((number) => {
      const said = cell(source, `option${number}name`);
      if (said) names.set(number, said.text);
      const value = cell(source, `option${number}value`);
      return value ? [{ name: names.get(number) ?? `Option ${number}`, ...value }] : [];
    });
  };

  return (source) => {
    const handle = cell(source, 'handle') ?? cell(source, 'urlhandle');
    const attributes = attributesOf(source, handle?.text ?? '');
    for (const plain of imageTitles) {
      const image = cell(source, plain);
      if (image) report.notice(image.title, addressNotice);
    }
    const cells = new Map<string, Cell>();
    for (const [plain, field] of Object.entries(plainFields)) {
      const found = cell(source, plain);
      if (found && !cells.has(field)) cells.set(field, found);
    }
    const said = cell(source, 'status');
    if (said) cells.set('status', { ...said, text: status[said.text.toLowerCase()] ?? said.text });

    const isImageAlone = attributes.length === 0 && !cells.has('variantSku') && !cells.has('name');
    if (isImageAlone) return null;
    const isSimple = attributes.every(({ name, text }) => isNoOption(name, text));
    if (isSimple) {
      for (const [from, to] of [
        ['variantSku', 'sku'],
        ['variantPrice', 'price'],
      ] as const) {
        const found = cells.get(from);
        cells.delete(from);
        if (found) cells.set(to, found);
      }
    }
    return {
      row: source.row,
      cells,
      attributes: isSimple ? [] : attributes,
      isCategoryOptional: true,
    };
  };
};
