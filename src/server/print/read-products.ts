import { type CatalogueDesign, parseDesignFilter } from '#shared/catalogue-design.ts';
import { nameKey } from '#shared/normalize-text.ts';
import { altNameOf, displayNameOf, toImgAlt } from '#shared/resource-kit/fields.ts';
import { formatList } from '#shared/resource-kit/labels.ts';
import { applyPriceFormula, parsePriceFormula } from '#shared/resource-kit/price-formula.ts';
import { category } from '#shared/resources/category.ts';
import { product, tradeFieldNames } from '#shared/resources/product.ts';
import { type Database, type Row, resourceTables } from '../database/tables.ts';
import { inChunks } from '../database/write-rows.ts';
import type { OperationsContext } from '../records/hooks.ts';
import { createOperations } from '../records/operations.ts';
import { createRepository } from '../records/repository.ts';
import { htmlToText } from '../records/search-text.ts';
import { readVariants } from '../resources/product/variants.ts';
import { createPageUrls } from '../site/page-urls.ts';
import { readSettings } from '../site/settings.ts';
import type { PrintedDesign, Selection } from './dealers.ts';

type PrintedVariant = { name: string; sku: string; price: number | null; gtin: string };

export type PrintedProduct = {
  id: string;
  name: string;
  sku: string;
  materialType: string;
  /** Filled trade fields, such as the MRP, with their labels. */
  trade: { name: string; label: string; value: unknown }[];
  description: string;
  specification: string;
  /** Null if there is none, or it isn't printed. The lowest one if variants differ. */
  price: number | null;
  hasPriceRange: boolean;
  image: string | null;
  /** Alternative text of the picture; empty for a decorative one. */
  imageAlt: string;
  /** Address of its page on the website; null if it has none. */
  pageUrl: string | null;
  variants: PrintedVariant[];
};

export type PrintedSection = { title: string; image: string | null; imageAlt: string; products: PrintedProduct[] };

const subCategoryName = displayNameOf('subCategoryId');

const byText = new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare;

const readRows = async ({ ids, filter }: CatalogueDesign, context: OperationsContext) => {
  const operations = createOperations(product, context);
  const found = ids ?? (filter ? await operations.findIds(parseDesignFilter(filter)) : []);
  const { database } = context.databaseHandle;
  const repository = createRepository(product, database);
  const rows = [];
  for (const chunk of inChunks(found)) rows.push(...(await repository.findMany(chunk)));
  return rows;
};

type Sorted = { row: Row; product: PrintedProduct };

/** A product without a price, SKU or place comes last. */
const byNumber = (one: unknown, other: unknown): number =>
  Number(one ?? Number.POSITIVE_INFINITY) - Number(other ?? Number.POSITIVE_INFINITY) || 0;

const comparers: Readonly<Record<CatalogueDesign['order'], (one: Sorted, other: Sorted) => number>> = {
  subCategory: ({ row }, { row: other }) =>
    byText(String(row[subCategoryName] ?? '\uffff'), String(other[subCategoryName] ?? '\uffff')),
  arranged: ({ row }, { row: other }) => byNumber(row.position, other.position),
  name: () => 0,
  sku: ({ product: { sku } }, { product: other }) => byText(sku || '\uffff', other.sku || '\uffff'),
  priceUp: ({ product: { price } }, { product: other }) => byNumber(price, other.price),
  priceDown: ({ product: { price } }, { product: other }) => (other.price ?? -1) - (price ?? -1),
  newest: ({ row }, { row: other }) => byText(String(other._id), String(row._id)),
};

/** Returns a function for the printed prices. */
const createPrices = ({ hasPrices, priceFormula, exchangeRate }: CatalogueDesign) => {
  const formula = parsePriceFormula(priceFormula);
  return (price: unknown): number | null => {
    if (!hasPrices || typeof price !== 'number') return null;
    const changed = formula ? applyPriceFormula(formula, price) : { price };
    const own = 'price' in changed ? (changed.price ?? price) : price;
    return exchangeRate === 1 ? own : Math.round(own * exchangeRate * 100) / 100;
  };
};

const createSelector = (selection: Selection | null, named: Set<string>) => (sku: unknown) => {
  if (!selection?.skus) return true;
  const key = nameKey(String(sku ?? ''));
  if (!selection.skus.has(key)) return false;
  named.add(key);
  return true;
};

/** The SKUs of a dealer that no printed product has. */
const describeUnknown = (selection: Selection | null, named: ReadonlySet<string>): string[] => {
  const unknown = [...(selection?.skus ?? [])].flatMap(([key, sku]) => (named.has(key) ? [] : [sku]));
  return unknown.length === 0
    ? []
    : [`Not in this catalogue, but chosen for ${selection?.dealerName}: ${formatList(unknown.slice(0, 10))}`];
};

export type PrintedContent = {
  sections: PrintedSection[];
  notices: string[];
  /** Places of the library’s pictures that stay visible when these are cut, such as `30% 20%`. */
  focalPoints: ReadonlyMap<string, string>;
};

const readFocalPoints = async (database: Database, files: readonly string[]): Promise<Map<string, string>> => {
  const points = new Map<string, string>();
  for (const chunk of inChunks([...new Set(files)])) {
    const found = await resourceTables(database)
      .selectFrom('assetFile')
      .innerJoin('asset', 'asset._id', 'assetFile.assetId')
      .select(['assetFile.file', 'asset.focalPoint'])
      .where('assetFile.file', 'in', chunk)
      .where('asset.focalPoint', '<>', '')
      .execute();
    for (const { file, focalPoint } of found) points.set(String(file), String(focalPoint));
  }
  return points;
};

/** Reads the products of a catalogue by category, in the order of the design. */
export const readSections = async (design: PrintedDesign, context: OperationsContext): Promise<PrintedContent> => {
  const { database } = context.databaseHandle;
  const { selection } = design;
  const toPrice = createPrices(design);
  const named = new Set<string>();
  const isSelected = createSelector(selection, named);
  const wanted = [design.categoryIds, selection?.categoryId ? [selection.categoryId] : []].filter(
    (ids) => ids.length > 0,
  );
  const rows = (await readRows(design, context)).filter(({ categoryId }) =>
    wanted.every((ids) => ids.includes(String(categoryId))),
  );
  const categories = new Map(
    (
      await createRepository(category, database).findRows([...new Set(rows.map((row) => String(row.categoryId ?? '')))])
    ).map((row) => [String(row._id), row]),
  );
  const toPageUrl = createPageUrls(await readSettings(database));
  const sections = new Map<string, Sorted[]>();
  for (const chunk of inChunks(rows)) {
    const variants = await readVariants(
      database,
      chunk.map(({ _id }) => String(_id)),
    );
    for (const row of chunk) {
      const id = String(row._id);
      const all = variants.get(id) ?? [];
      // A dealer may sell only some variants.
      const sold = isSelected(row.sku) ? all : all.filter(({ sku }) => isSelected(sku));
      if (sold.length === 0 && !isSelected(row.sku)) continue;
      const printed = sold.map(({ name, productName, sku, price, gtin }) => ({
        name: name || productName,
        sku,
        price: toPrice(price),
        gtin,
      }));
      const prices = printed.flatMap(({ price }) => (price === null ? [] : [price]));
      const own = toPrice(row.price);
      const key = String(row.categoryId ?? '');
      const section = sections.get(key) ?? [];
      sections.set(key, section);
      const printedProduct: PrintedProduct = {
        id,
        name: String(row.name),
        sku: String(row.sku ?? ''),
        materialType: String(row.materialType ?? ''),
        trade: tradeFieldNames.flatMap((name) =>
          row[name] ? [{ name, label: product.fields[name].label, value: row[name] }] : [],
        ),
        description: htmlToText(String(row.description ?? '')),
        specification: String(row.specification ?? ''),
        price: prices.length > 0 ? Math.min(...prices) : own,
        hasPriceRange: new Set(prices).size > 1,
        image: String(row.thumbnail || row.variantImage || '') || null,
        imageAlt: toImgAlt(row[altNameOf('thumbnail')]) ?? String(row.name),
        pageUrl: toPageUrl(row),
        variants: printed,
      };
      section.push({ row, product: printedProduct });
    }
  }
  const compare = comparers[design.order];
  const toPlace = (key: string) => (design.order === 'arranged' ? categories.get(key)?.position : null);
  const printedSections = [...sections].map(([key, sorted]) => {
    const found = categories.get(key);
    return {
      key,
      section: {
        title: String(found?.name ?? 'More products'),
        image: String(found?.image ?? '') || null,
        imageAlt: toImgAlt(found?.[altNameOf('image')]) ?? '',
        products: sorted
          .sort(
            (one, other) =>
              compare(one, other) ||
              byText(one.product.name, other.product.name) ||
              byText(one.product.id, other.product.id),
          )
          .map((each) => each.product),
      },
    };
  });
  const images = [...categories.values()].map(({ image }) => String(image ?? ''));
  return {
    focalPoints: await readFocalPoints(database, [design.cover ?? '', ...images].filter(Boolean)),
    sections: printedSections
      .sort(
        (one, other) =>
          Number(one.key === '') - Number(other.key === '') ||
          byNumber(toPlace(one.key), toPlace(other.key)) ||
          byText(one.section.title, other.section.title),
      )
      .map(({ section }) => section),
    notices: describeUnknown(selection, named),
  };
};
