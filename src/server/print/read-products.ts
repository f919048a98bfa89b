import { type CatalogueDesign, parseDesignFilter } from '#shared/catalogue-design.ts';
import { altNameOf, displayNameOf, toImgAlt } from '#shared/resource-kit/fields.ts';
import { applyPriceFormula, parsePriceFormula } from '#shared/resource-kit/price-formula.ts';
import { category } from '#shared/resources/category.ts';
import { product, tradeFieldNames } from '#shared/resources/product.ts';
import { inChunks } from '../database/write-rows.ts';
import type { OperationsContext } from '../records/hooks.ts';
import { createOperations } from '../records/operations.ts';
import { createRepository } from '../records/repository.ts';
import { htmlToText } from '../records/search-text.ts';
import { readVariants } from '../resources/product/variants.ts';
import { createPageUrls } from '../site/page-urls.ts';
import { readSettings } from '../site/settings.ts';

type PrintedVariant = { name: string; sku: string; price: number | null; gtin: string };

export type PrintedProduct = {
  id: string;
  name: string;
  sku: string;
  materialType: string;
  /** Filled trade fields, such as the MRP, with their labels. */
  trade: { name: string; label: string; value: unknown }[];
  description: string;
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

/** Reads the products of a catalogue by category, in the order of their sub categories and names. */
export const readSections = async (design: CatalogueDesign, context: OperationsContext): Promise<PrintedSection[]> => {
  const { database } = context.databaseHandle;
  const formula = parsePriceFormula(design.priceFormula);
  const toPrice = (price: unknown): number | null => {
    if (!design.hasPrices || typeof price !== 'number') return null;
    const changed = formula ? applyPriceFormula(formula, price) : { price };
    return 'price' in changed ? changed.price : price;
  };
  const rows = await readRows(design, context);
  const categories = new Map(
    (
      await createRepository(category, database).findRows([...new Set(rows.map((row) => String(row.categoryId ?? '')))])
    ).map((row) => [String(row._id), row]),
  );
  const toPageUrl = createPageUrls(await readSettings(database));
  const sections = new Map<string, PrintedSection>();
  const orders = new Map<PrintedProduct, string>();
  for (const chunk of inChunks(rows)) {
    const variants = await readVariants(
      database,
      chunk.map(({ _id }) => String(_id)),
    );
    for (const row of chunk) {
      const id = String(row._id);
      const printed = (variants.get(id) ?? []).map(({ name, productName, sku, price, gtin }) => ({
        name: name || productName,
        sku,
        price: toPrice(price),
        gtin,
      }));
      const prices = printed.flatMap(({ price }) => (price === null ? [] : [price]));
      const own = toPrice(row.price);
      const printedProduct: PrintedProduct = {
        id,
        name: String(row.name),
        sku: String(row.sku ?? ''),
        materialType: String(row.materialType ?? ''),
        trade: tradeFieldNames.flatMap((name) =>
          row[name] ? [{ name, label: product.fields[name].label, value: row[name] }] : [],
        ),
        description: htmlToText(String(row.description ?? '')),
        price: prices.length > 0 ? Math.min(...prices) : own,
        hasPriceRange: new Set(prices).size > 1,
        image: String(row.thumbnail || row.variantImage || '') || null,
        imageAlt: toImgAlt(row[altNameOf('thumbnail')]) ?? String(row.name),
        pageUrl: toPageUrl(row),
        variants: printed,
      };
      const key = String(row.categoryId ?? '');
      const found = categories.get(key);
      const section = sections.get(key) ?? {
        title: String(found?.name ?? 'More products'),
        image: String(found?.image ?? '') || null,
        imageAlt: toImgAlt(found?.[altNameOf('image')]) ?? '',
        products: [],
      };
      sections.set(key, section);
      section.products.push(printedProduct);
      orders.set(printedProduct, `${row[subCategoryName] ?? '~'} ${printedProduct.name}`);
    }
  }
  for (const { products } of sections.values())
    products.sort((a, b) => byText(orders.get(a) ?? '', orders.get(b) ?? '') || byText(a.id, b.id));
  return [...sections.entries()]
    .sort(([a, one], [b, other]) => Number(a === '') - Number(b === '') || byText(one.title, other.title))
    .map(([, section]) => section);
};
