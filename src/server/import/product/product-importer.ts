import { exportedHandle, isShopify, productColumns, productTitles } from '#shared/product/import-columns.ts';
import { product } from '#shared/resources/product.ts';
import { texts } from '#shared/texts.ts';
import { yieldToEventLoop } from '../../lib/yield-to-event-loop.ts';
import type { OperationsContext, WriteContext } from '../../records/hooks.ts';
import { createRepository } from '../../records/repository.ts';
import { findSkuOwners, type SkuOwner } from '../../resources/product/skus.ts';
import { isSameVariant, type StoredVariant } from '../../resources/product/variant-rows.ts';
import { readVariants } from '../../resources/product/variants.ts';
import { createDownloader } from '../images/download-all.ts';
import type { DownloadSettings } from '../images/download-image.ts';
import { type Importer, writeRecords } from '../importer.ts';
import { loadLookup, loadLookups, type RecordLookup, resolveReferences } from '../lookup.ts';
import type { ImportErrors } from '../report.ts';
import { loadAttributes } from './attribute-index.ts';
import {
  loadSkus,
  type MatchedProduct,
  type MergeContext,
  mergeProduct,
  type ProductWrite,
  placeErrors,
} from './merge-products.ts';
import { createFieldError, type ParsedProduct, parseProduct } from './parse-products.ts';
import { createRowReader, groupRows, mapProductColumns } from './product-rows.ts';
import { createShopifyAdapter, mapShopifyColumns } from './shopify.ts';

const batchSize = 200;

const listSkus = ({ values, variants }: ParsedProduct): string[] => [
  ...(values.sku ? [String(values.sku)] : []),
  ...variants.flatMap((variant) => variant.values.sku ?? []),
];

const isUnchanged = ({ values, related: { variants } }: ProductWrite, before: readonly StoredVariant[]) =>
  Object.keys(values).length === 0 &&
  variants.length === before.length &&
  before.every((stored, index) => {
    const variant = variants[index];
    return (
      variant !== undefined &&
      variant._id === stored._id &&
      isSameVariant(stored, { ...variant, gtin: variant.gtin ?? stored.gtin })
    );
  });

type Resolved = Omit<MatchedProduct, 'id'>;

type Work = MergeContext & {
  context: OperationsContext;
  write: WriteContext;
  lookups: ReadonlyMap<string, RecordLookup>;
  products: RecordLookup;
  /** Existing products by the handle that an export writes. */
  byHandle: ReadonlyMap<string, string>;
  /** The first row of each existing product. */
  seen: Map<string, number>;
};

/** A sub category sets its category, as everywhere else. */
const withCategory = (lookups: Work['lookups'], { draft, values }: Resolved): Resolved => {
  const name = draft.references.find(({ field }) => field === 'subCategoryId')?.name;
  if (!values.subCategoryId || values.categoryId || name === undefined) return { draft, values };
  const sameName = lookups.get('subCategory')?.find(name) ?? [];
  const subCategory = sameName.find(({ _id }) => _id === values.subCategoryId);
  return { draft, values: { ...values, categoryId: subCategory?.categoryId } };
};

/** Resolves the references of a product; null if a record doesn't exist. */
const resolveProduct = ({ report, lookups }: Work, draft: ParsedProduct): Resolved | null => {
  const { ids, errors } = resolveReferences(draft, { resource: product, lookups });
  const isWarning = ({ column }: ImportErrors[number]) =>
    draft.isCategoryOptional && column === draft.headers.get('categoryId');
  for (const { column } of errors.filter(isWarning)) {
    report.notice(column, 'No category has this name. The category was left empty.');
  }
  const blocking = errors.filter((error) => !isWarning(error));
  if (blocking.length === 0) return withCategory(lookups, { draft, values: { ...draft.values, ...ids } });
  report.fail(blocking);
  return null;
};

/** Finds existing products by the handle of an export, else by SKU, else by the SKUs of variants, else by name. */
const findCandidates = (
  { products, byHandle }: Work,
  { draft, values }: Resolved,
  owners: ReadonlyMap<string, SkuOwner>,
): { ids: string[]; isByName: boolean } => {
  const exported = byHandle.get(draft.handle ?? '');
  if (exported !== undefined) return { ids: [exported], isByName: false };
  const findOwners = (skus: readonly unknown[]) => [
    ...new Set(skus.flatMap((sku) => owners.get(String(sku ?? ''))?.productId ?? [])),
  ];
  const byProductSku = findOwners([values.sku]);
  if (byProductSku.length > 0) return { ids: byProductSku, isByName: false };
  const byVariants = findOwners(draft.variants.map((variant) => variant.values.sku));
  if (byVariants.length > 0) return { ids: byVariants, isByName: false };
  const named = values.name ? products.find(String(values.name)) : [];
  return { ids: named.map(({ _id }) => String(_id)), isByName: true };
};

/** Finds the existing product; null if it is ambiguous, has no name or was already in an earlier row. */
const matchProduct = (work: Work, resolved: Resolved, owners: ReadonlyMap<string, SkuOwner>): MatchedProduct | null => {
  const { report, seen } = work;
  const { draft, values } = resolved;
  const { ids, isByName } = findCandidates(work, resolved, owners);
  const [id] = ids;
  const fail = (message: string) => {
    report.fail([createFieldError(draft, 'name', message)]);
    return null;
  };
  if (ids.length > 1) {
    return fail(
      isByName
        ? `${ids.length} products have this name. Add a SKU to tell them apart.`
        : 'The variant SKUs belong to different products',
    );
  }
  if (id === undefined) return values.name ? { ...resolved, id } : fail(texts.product.nameRequired);
  if (seen.has(id)) return fail(`This product is already in row ${seen.get(id)}`);
  seen.set(id, draft.row);
  return { ...resolved, id };
};

/** Matches parsed products to existing ones, merges and writes them. */
const writeBatch = async (work: Work, drafts: readonly ParsedProduct[]): Promise<void> => {
  const { context, write, report, attributeIndex } = work;
  const { database } = write;
  const resolved = drafts.flatMap((draft) => resolveProduct(work, draft) ?? []);
  const owners = await findSkuOwners(
    database,
    resolved.flatMap(({ draft }) => listSkus(draft)),
  );
  const matched = resolved.flatMap((match) => matchProduct(work, match, owners) ?? []);
  await attributeIndex.ensure(matched.flatMap(({ draft }) => draft.variants.flatMap((variant) => variant.attributes)));
  const ids = matched.flatMap(({ id }) => id ?? []);
  const rowsById = await createRepository(product, database).findRowsById(ids, { forUpdate: true });
  const variants = await readVariants(database, ids);
  const created: ProductWrite[] = [];
  const changed: ProductWrite[] = [];
  for (const match of matched) {
    const before = variants.get(match.id ?? '') ?? [];
    const merged = mergeProduct(work, match, { current: rowsById.get(match.id ?? ''), before });
    if (!merged) continue;
    if (!merged.current) created.push(merged);
    else if (isUnchanged(merged, before)) report.count('unchanged', 1);
    else changed.push(merged);
  }
  const toErrors = placeErrors.bind(null, work);
  const target = { resource: product, context, write, report, toErrors };
  await writeRecords('create', created, target);
  await writeRecords('update', changed, target);
};

export type ProductImportOptions = {
  /** Pattern for the SKUs of variants that have none; null makes them an error. */
  skuPattern: string | null;
  /** Whether images are downloaded from their web addresses. A dry run downloads none. */
  isDownloading: boolean;
  downloads: DownloadSettings;
};

/** Importer of products with variants: a row is a variant or a whole product. */
export const createProductImporter = ({
  skuPattern,
  isDownloading,
  downloads: settings,
}: ProductImportOptions): Importer<ParsedProduct> => ({
  fields: productColumns,
  knownHeaders: productTitles,

  read: async function* (sheet, { context, report, signal, isDryRun }) {
    const isFromShopify = isShopify(sheet.headers);
    const columns = isFromShopify ? mapShopifyColumns(sheet, report) : mapProductColumns(sheet, report);
    const groups = await groupRows(sheet.batches, { columns, report });
    const readRow = createRowReader(columns, report);
    const adapt = createShopifyAdapter();
    const files = context.fileTransaction;
    const downloader = isDownloading && !isDryRun ? createDownloader({ files, settings, signal }) : null;
    const addresses = new Set<string>();
    while (groups.length > 0) {
      await yieldToEventLoop();
      const products = groups.splice(0, batchSize).map((sources) => {
        const rows = sources.map(readRow);
        return isFromShopify ? rows.flatMap((row) => adapt(row) ?? []) : rows;
      });
      const found = products.flat().flatMap(({ images }) => images.map(({ address }) => address));
      for (const address of found) addresses.add(address);
      await downloader?.download(found);
      for (const rows of products) {
        if (rows.length === 0) continue;
        const downloads = downloader?.results ?? new Map();
        const draft = await parseProduct(rows, { context, report, downloads, isDownloading });
        if (draft) yield draft;
      }
    }
    report.count('webImages', addresses.size);
  },

  prepare: async ({ context, write, report }) => {
    const { database } = write;
    const products = await loadLookup(database, product);
    const work: Work = {
      context,
      write,
      report,
      products,
      lookups: await loadLookups(database, product),
      byHandle: new Map(products.all().map(({ _id }) => [exportedHandle(String(_id)), String(_id)])),
      seen: new Map(),
      attributeIndex: await loadAttributes({ context, write }, report),
      rowBySku: new Map(),
      skus: skuPattern === null ? null : await loadSkus(database, skuPattern),
    };
    return async (drafts) => {
      work.skus?.reserve(drafts.flatMap(listSkus));
      for (let from = 0; from < drafts.length; from += batchSize) {
        await writeBatch(work, drafts.slice(from, from + batchSize));
        await yieldToEventLoop();
      }
    };
  },
});
