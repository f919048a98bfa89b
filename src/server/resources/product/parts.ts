import { v7 } from 'uuid';
import { matchVariants } from '#shared/product/match-variants.ts';
import { skusOf } from '#shared/product/skus.ts';
import type { SentVariant } from '#shared/product/variant.ts';
import { product } from '#shared/resources/product.ts';
import type { Row } from '../../database/tables.ts';
import { createRepository } from '../../records/repository.ts';
import type { Write } from '../../records/rules.ts';
import type { PreparedVariant } from './prepare-variants.ts';
import { forgetSkus, insertSkus, refuseTakenSkus } from './skus.ts';
import { refuseWrongValues } from './values.ts';
import {
  columnsOfVariants,
  forgetVariants,
  insertVariants,
  readVariants,
  type StoredVariant,
} from './variants.ts';

/** What is written of a product beside its row. */
export type Parts = {
  sent: readonly PreparedVariant[] | undefined;
  isSkuSent: boolean;
  /** The product was deleted and is restored, with the ids that its variants had. */
  isComeback: boolean;
};

const toStored = (
  sent: readonly PreparedVariant[],
  { before, isComeback }: { before: readonly StoredVariant[]; isComeback: boolean },
): StoredVariant[] => {
  const idsOf = (variant: SentVariant) => variant.attributeValueArr.map((value) => value.attributeValueId);
  const matches = matchVariants({
    before,
    sent: sent.map((variant) => ({ ...variant, valueIds: idsOf(variant) })),
  });
  const nameOf = new Map(
    before.flatMap(({ images }) => images.map(({ file, name }) => [file, name] as const)),
  );
  const idOfNew = (variant: SentVariant) => (isComeback && variant._id) || v7();
  return sent.map((variant, index) => ({
    _id: matches[index]?._id ?? idOfNew(variant),
    name: variant.name,
    productName: variant.productName,
    sku: variant.sku,
    price: variant.price,
    images: variant.images.map((image) => ({ ...image, name: image.name ?? nameOf.get(image.file) ?? null })),
    features: variant.descriptionArr,
    valueIds: idsOf(variant),
  }));
};

type Written = { row: Row; productId: string; variants: StoredVariant[] };

/** The products take their SKUs and those of their variants, in place of those that they had. */
const claimSkus = async ({ database }: Write, products: readonly Written[]): Promise<void> => {
  const placed = products.map(({ row, productId, variants }) => ({
    productId,
    skus: skusOf({ sku: String(row.sku), attributeArr: variants }),
  }));
  await forgetSkus(
    database,
    products.map(({ productId }) => productId),
  );
  await refuseTakenSkus(
    database,
    placed.flatMap(({ skus }) => skus),
  );
  await insertSkus(
    database,
    placed.flatMap(({ productId, skus }) => skus.map(({ sku }) => ({ sku, productId }))),
  );
};

/** Writes what belongs to products whose rows are written. One that is refused refuses all. */
export const writeParts = async (
  write: Write,
  products: readonly (Parts & { row: Row })[],
): Promise<void> => {
  const { database } = write;
  const due = products
    .filter(({ sent, isSkuSent }) => sent || isSkuSent)
    .map((each) => ({ ...each, productId: String(each.row._id) }));
  if (due.length === 0) return;
  const stored = await readVariants(
    database,
    due.map(({ productId }) => productId),
  );
  await refuseWrongValues(
    write,
    due.flatMap(({ sent }) => (sent ? [sent] : [])),
  );
  const all = due.map(({ row, productId, sent, isComeback }) => {
    const before = stored.get(productId) ?? [];
    return {
      ...{ row, productId, isSent: sent !== undefined },
      variants: sent ? toStored(sent, { before, isComeback }) : before,
    };
  });
  await claimSkus(write, all);
  const changed = all.filter(({ isSent }) => isSent);
  await forgetVariants(
    database,
    changed.map(({ productId }) => productId),
  );
  await insertVariants(database, changed);
  const repository = createRepository(product, database);
  for (const { row, productId, variants } of changed) {
    await repository.update(productId, columnsOfVariants(row, variants));
  }
};
