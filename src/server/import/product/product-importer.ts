import { isShopify, productColumns, productTitles } from '#shared/product/import-columns.ts';
import { product } from '#shared/resources/product.ts';
import { withSavepoints } from '../../database/transactions.ts';
import { yieldToEventLoop } from '../../lib/yield-to-event-loop.ts';
import { applyToAll } from '../../records/bulk-transaction.ts';
import type { OperationsContext, WriteContext } from '../../records/hooks.ts';
import { createRepository } from '../../records/repository.ts';
import { writeDrafts } from '../../records/write.ts';
import { findSkuOwners } from '../../resources/product/skus.ts';
import { isSameVariant, type StoredVariant } from '../../resources/product/variant-rows.ts';
import { readVariants } from '../../resources/product/variants.ts';
import { type Downloads, downloadImages } from '../images/download-all.ts';
import type { DownloadSettings } from '../images/download-image.ts';
import type { Importer } from '../importer.ts';
import { loadAttributes } from './attribute-index.ts';
import {
  createFieldError,
  loadMatchContext,
  type MatchContext,
  type MatchedProduct,
  matchProduct,
  resolveProductReferences,
} from './match-products.ts';
import { type MergeContext, mergeProduct, type ProductWrite } from './merge-products.ts';
import { loadSkus } from './merge-variants.ts';
import { type ParsedProduct, parseProduct } from './parse-products.ts';
import { nativeFormat, readGroups } from './product-rows.ts';
import { shopifyFormat } from './shopify.ts';

const batchSize = 200;

type Work = {
  context: OperationsContext;
  write: WriteContext;
  matching: MatchContext;
  merging: MergeContext;
};

const listSkus = ({ values, variants }: ParsedProduct): string[] => [
  ...(values.sku ? [String(values.sku)] : []),
  ...variants.flatMap((variant) => variant.values.sku ?? []),
];

/** Matches each parsed product to an existing one and loads the owners of its SKUs. */
const matchBatch = async ({ write, matching }: Work, drafts: readonly ParsedProduct[]) => {
  const resolved = drafts.flatMap((draft) => resolveProductReferences(matching, draft) ?? []);
  const skus = resolved.flatMap(({ draft }) => listSkus(draft));
  const owners = await findSkuOwners(write.database, skus);
  return { owners, matched: resolved.flatMap((match) => matchProduct(matching, match, owners) ?? []) };
};

const readExisting = async ({ database }: WriteContext, matched: readonly MatchedProduct[]) => {
  const ids = matched.flatMap(({ id }) => id ?? []);
  const rows = await createRepository(product, database).findRows(ids, { forUpdate: true });
  return {
    rows: new Map(rows.map((row) => [String(row._id), row])),
    variants: await readVariants(database, ids),
  };
};

const isUnchanged = ({ values, related: { variants } }: ProductWrite, before: readonly StoredVariant[]) =>
  Object.keys(values).length === 0 &&
  variants.length === before.length &&
  before.every((stored, index) => {
    const variant = variants[index];
    return variant !== undefined && variant._id === stored._id && isSameVariant(stored, variant);
  });

const writeBatch = async (work: Work, drafts: readonly ParsedProduct[]): Promise<void> => {
  const { context, write, merging } = work;
  const { report, attributeIndex } = merging;
  const { matched, owners } = await matchBatch(work, drafts);
  await attributeIndex.ensure(matched.flatMap(({ draft }) => draft.variants.flatMap((variant) => variant.attributes)));
  const existing = await readExisting(write, matched);
  const created: ProductWrite[] = [];
  const changed: ProductWrite[] = [];
  for (const match of matched) {
    const id = match.id ?? '';
    const before = existing.variants.get(id) ?? [];
    const merged = mergeProduct(merging, match, { current: existing.rows.get(id), before, owners });
    if (!merged) continue;
    if (!merged.current) created.push(merged);
    else if (isUnchanged(merged, before)) report.count('unchanged', 1);
    else changed.push(merged);
  }
  for (const [kind, products] of [
    ['create', created],
    ['update', changed],
  ] as const) {
    // The rules of the merge find their cells; those that only the write knows are reported for the product.
    const written = await applyToAll(withSavepoints(write.databaseHandle, write.database), products, {
      apply: (some) => writeDrafts({ resource: product, context }, write, some),
      onFailure: ({ draft }, { message }) => report.fail([createFieldError(draft, 'name', message)]),
    });
    report.count(kind, written.flat().length);
  }
};

export type ProductImportOptions = {
  /** Pattern for the SKUs of variants that have none; null makes them an error. */
  skuPattern: string | null;
  /** Whether images are downloaded from their web addresses. A dry run downloads none. */
  isDownloading: boolean;
};

/** Importer of products with variants: a row is a variant or a whole product. */
export const createProductImporter = ({
  skuPattern,
  isDownloading,
  downloads: settings,
}: ProductImportOptions & { downloads: DownloadSettings }): Importer<ParsedProduct> => ({
  fields: productColumns,
  knownHeaders: productTitles,

  read: async function* (sheet, { context, report, signal, isDryRun }) {
    const { imageAddresses, take } = await (isShopify(sheet.headers)
      ? readGroups(sheet.batches, { format: shopifyFormat(sheet, report), report })
      : readGroups(sheet.batches, { format: nativeFormat(sheet, report), report }));
    report.count('webImages', imageAddresses.size);
    const files = context.fileTransaction;
    const downloads: Downloads =
      isDownloading && !isDryRun ? await downloadImages(imageAddresses, { files, settings, signal }) : new Map();
    let parsed = 0;
    for (const rows of take()) {
      if (parsed % batchSize === 0) await yieldToEventLoop();
      parsed += 1;
      const draft = await parseProduct(rows, { context, report, downloads, isDownloading });
      if (draft) yield draft;
    }
  },

  prepare: async ({ context, write, report }) => {
    const matching = await loadMatchContext(write.database, report);
    const merging = {
      report,
      attributeIndex: await loadAttributes({ context, write }, report),
      reservedSkus: new Map(),
      skus: skuPattern === null ? null : await loadSkus(write.database, skuPattern),
    };
    return async (drafts) => {
      merging.skus?.reserve(drafts.flatMap(listSkus));
      for (let from = 0; from < drafts.length; from += batchSize) {
        await writeBatch({ context, write, matching, merging }, drafts.slice(from, from + batchSize));
        await yieldToEventLoop();
      }
    };
  },
});
