import { plainTitle } from '#shared/import-columns.ts';
import {
  productColumns,
  productFieldsOf,
  shopifyColumns,
  shopifyOptions,
} from '#shared/product/import-columns.ts';
import type { SpreadsheetRow } from '../../../spreadsheet/row.ts';
import { addressNotice } from '../cells.ts';
import { cellOf, findColumns } from '../columns.ts';
import type { Sheet } from '../importer.ts';
import type { Report } from '../report.ts';
import { type Cell, type ProductRow, readKnownCells, titlesOf } from './product-rows.ts';

const status: Record<string, string> = {
  active: 'ACTIVE',
  draft: 'INACTIVE',
  archived: 'INACTIVE',
  unlisted: 'ACTIVE',
};
const imageTitles = ['imagesrc', 'variantimage', 'productimageurl', 'variantimageurl'];

/** What a product without variants has as its one option. */
const isNoOption = (name: string, value: string) =>
  plainTitle(name) === 'title' && plainTitle(value) === 'defaulttitle';

/** What the row of a product without variants says of its one variant, it says of the product. */
const ofProduct: Record<string, string> = { variantSku: 'sku', variantPrice: 'price' };

const moveToProduct = <Value>(byField: ReadonlyMap<string, Value>): Map<string, Value> =>
  new Map([...byField].map(([field, value]) => [ofProduct[field] ?? field, value]));

/**
 * Reads rows of Shopify's product export. Options are named in the first row of a product alone; a row that brings
 * nothing but a further image gives null.
 */
export const shopifyFormat = (
  { titles: sheetTitles, mapping }: Pick<Sheet, 'titles' | 'mapping'>,
  report: Report,
): ((source: SpreadsheetRow) => ProductRow | null) => {
  const known = productFieldsOf(sheetTitles);
  const columns = findColumns({
    titles: sheetTitles,
    fields: [...productColumns, ...shopifyColumns],
    // Shopify has dozens of columns for which there is no place here; that needs no notice each.
    mapping: new Map([...sheetTitles.map((title, at) => [title, known[at] ?? ''] as const), ...mapping]),
    report,
    hasAttributes: true,
  });
  const titles = titlesOf(columns);
  const titlesOfSimple = moveToProduct(titles);
  const images = sheetTitles.filter(
    (title) => imageTitles.includes(plainTitle(title)) && !mapping.has(title),
  );
  const optionNames = new Map<string, Map<number, string>>();

  const optionsOf = (cells: ReadonlyMap<string, Cell>) => {
    const handle = cells.get('handle')?.text ?? '';
    const names = optionNames.get(handle) ?? new Map<number, string>();
    optionNames.set(handle, names);
    return shopifyOptions.flatMap((option) => {
      const said = cells.get(`option${option}name`);
      if (said) names.set(option, said.text);
      const value = cells.get(`option${option}value`);
      return value ? [{ name: names.get(option) ?? `Option ${option}`, ...value }] : [];
    });
  };

  return (source) => {
    const read = readKnownCells(source, columns);
    const cells = new Map(read.cells);
    const attributes = [...optionsOf(cells), ...read.attributes];
    for (const title of images) if (cellOf(source, title)) report.notice(title, addressNotice);
    for (const { field } of shopifyColumns) cells.delete(field);
    const said = cells.get('status');
    if (said) cells.set('status', { ...said, text: status[said.text.toLowerCase()] ?? said.text });

    const isImageAlone = attributes.length === 0 && !cells.has('variantSku') && !cells.has('name');
    if (isImageAlone) return null;
    const isSimple = attributes.every(({ name, text }) => isNoOption(name, text));
    return {
      row: source.row,
      isCategoryOptional: true,
      ...(isSimple
        ? { cells: moveToProduct(cells), attributes: [], titles: titlesOfSimple }
        : { cells, attributes, titles }),
    };
  };
};
