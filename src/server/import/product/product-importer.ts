import { isShopify, productColumns, productTitles } from '#shared/product/import-columns.ts';
import { product } from '#shared/resources/product.ts';
import { yieldToEventLoop } from '../../lib/yield-to-event-loop.ts';
import type { OperationsContext, WriteContext } from '../../records/hooks.ts';
import { createRepository } from '../../records/repository.ts';
import { findSkuOwners } from '../../resources/product/skus.ts';
import { isSameVariant, type StoredVariant } from '../../resources/product/variant-rows.ts';
import { readVariants } from '../../resources/product/variants.ts';
import { createDownloader } from '../images/download-all.ts';
import type { DownloadSettings } from '../images/download-image.ts';
import { type Importer, writeRecords } from '../importer.ts';
import { loadAttributes } from './attribute-index.ts';
import { loadMatchContext, type MatchContext, matchProduct, resolveProductReferences } from './match-products.ts';
import { type MergeContext, mergeProduct, type ProductWrite, placeErrors } from './merge-products.ts';
import { loadSkus } from './merge-variants.ts';
import { type ParsedProduct, parseProduct } from './parse-products.ts';
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
    return variant !== undefined && variant._id === stored._id && isSameVariant(stored, variant);
  });

type Work = { context: OperationsContext; write: WriteContext; matching: MatchContext; merging: MergeContext };

/** Matches parsed products to existing ones, merges and writes them. */
const writeBatch = async (
  { context, write, matching, merging }: Work,
  drafts: readonly ParsedProduct[],
): Promise<void> => {
  const { database } = write;
  const { report, attributeIndex } = merging;
  const resolved = drafts.flatMap((draft) => resolveProductReferences(matching, draft) ?? []);
  const owners = await findSkuOwners(
    database,
    resolved.flatMap(({ draft }) => listSkus(draft)),
  );
  const matched = resolved.flatMap((match) => matchProduct(matching, match, owners) ?? []);
  await attributeIndex.ensure(matched.flatMap(({ draft }) => draft.variants.flatMap((variant) => variant.attributes)));
  const ids = matched.flatMap(({ id }) => id ?? []);
  const rows = await createRepository(product, database).findRows(ids, { forUpdate: true });
  const rowsById = new Map(rows.map((row) => [row._id, row]));
  const variants = await readVariants(database, ids);
  const created: ProductWrite[] = [];
  const changed: ProductWrite[] = [];
  for (const match of matched) {
    const before = variants.get(match.id ?? '') ?? [];
    const merged = mergeProduct(merging, match, { current: rowsById.get(match.id), before });
    if (!merged) continue;
    if (!merged.current) created.push(merged);
    else if (isUnchanged(merged, before)) report.count('unchanged', 1);
    else changed.push(merged);
  }
  const target = {
    resource: product,
    context,
    write,
    report,
    toErrors: placeErrors.bind(null, merging),
  };
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
    const work = {
      context,
      write,
      matching: await loadMatchContext(write.database, report),
      merging: {
        report,
        attributeIndex: await loadAttributes({ context, write }, report),
        rowBySku: new Map<string, number>(),
        skus: skuPattern === null ? null : await loadSkus(write.database, skuPattern),
      },
    };
    return async (drafts) => {
      work.merging.skus?.reserve(drafts.flatMap(listSkus));
      for (let from = 0; from < drafts.length; from += batchSize) {
        await writeBatch(work, drafts.slice(from, from + batchSize));
        await yieldToEventLoop();
      }
    };
  },
});
