import { v7 } from 'uuid';
import { matchVariants } from '#shared/product/match-variants.ts';
import { skusOf } from '#shared/product/skus.ts';
import type { VariantInput } from '#shared/product/variant.ts';
import type { Row } from '../../database/tables.ts';
import type { PartsChange, PartsRules, PlannedParts, WriteContext } from '../../records/hooks.ts';
import { diffLists } from '../../records/list-changes.ts';
import { assertAttributeValues } from './assert-attribute-values.ts';
import { type PreparedVariant, prepareVariants } from './prepare-variants.ts';
import { changeSkus, type SkuChange } from './skus.ts';
import { readValues, type ValuesById } from './value-names.ts';
import { isSameVariant, type StoredVariant } from './variant-rows.ts';
import {
  changeVariants,
  diffVariants,
  nameVariant,
  nameVariants,
  readNamedVariants,
  readVariants,
  removeVariants,
  valuesOf,
} from './variants.ts';

export type ProductParts = {
  variants: readonly PreparedVariant[];
  /** The import has already checked the values and reports its own messages. */
  areChecked: boolean;
};

type Product = PartsChange & { productId: string; parts: ProductParts | undefined };
type Compared = Product & { before: StoredVariant[]; after: StoredVariant[] };

const toStored = (
  sent: readonly PreparedVariant[],
  { before, isRestored }: { before: readonly StoredVariant[]; isRestored: boolean },
): StoredVariant[] => {
  const matches = matchVariants({ before, sent });
  const nameOf = new Map<string, string | null>();
  for (const { images } of before) for (const { file, name } of images) nameOf.set(file, name);
  return sent.map(({ _id, name, productName, sku, price, images, features, valueIds }, index) => {
    const known = matches[index];
    const id = known?._id ?? ((isRestored && _id) || v7());
    const named = images.map((image) =>
      image.name === null ? { ...image, name: nameOf.get(image.file) ?? null } : image,
    );
    const variant = { _id: id, name, productName, sku, price, images: named, features, valueIds };
    return known && isSameVariant(known, variant) ? known : variant;
  });
};

const firstImageOf = (variants: readonly StoredVariant[]): string | null =>
  variants.find(({ images }) => images.length > 0)?.images[0]?.file ?? null;

const skusIn = (variants: readonly StoredVariant[]) => variants.map(({ sku }) => sku);

const haveSameSkus = ({ before, after }: Compared): boolean =>
  before.length === after.length && before.every(({ sku }, index) => sku === after[index]?.sku);

/** Leaves the variants out of the response if they weren't sent and would have to be read. */
const answerOf = ({ row, parts, after }: Compared, values: ValuesById): Row => {
  const variantCount = Number(row.variantCount ?? 0);
  const isWhole = parts !== undefined || variantCount === 0;
  return {
    imageUrl: row.thumbnail ?? row.variantImage ?? null,
    variantCount,
    ...(isWhole && { attributeArr: nameVariants(after, values) }),
  };
};

const planOf = (compared: Compared, values: ValuesById): PlannedParts => {
  const { row, current, parts, before, after } = compared;
  const columns = parts && { variantCount: after.length, variantImage: firstImageOf(after) };
  const planned = { ...compared, row: { ...row, ...columns } };
  const plan = { row: planned.row, answer: () => answerOf(planned, values) };
  if (!current) {
    return { ...plan, searchTexts: skusIn(after), after: { attributeArr: nameVariants(after, values) } };
  }
  const diff = diffLists(before, after, {
    toRow: (variant) => nameVariant(variant, values),
    diff: (stored, current) => diffVariants(stored, current, values),
  });
  if (!diff) return plan;
  return {
    ...plan,
    searchTexts: haveSameSkus(compared) ? undefined : skusIn(after),
    before: { attributeArr: diff.before },
    after: { attributeArr: diff.after },
  };
};

const skuChangeOf = ({ row, current, parts, productId, before, after }: Compared): SkuChange => ({
  productId,
  before: new Set([...(current ? [String(current.sku)] : []), ...skusIn(before)]),
  after: skusOf({ sku: String(row.sku), attributeArr: parts ? after : [] }),
});

const hasNewSkus = (compared: Compared) =>
  compared.row.sku !== compared.current?.sku || !haveSameSkus(compared);

const compare = async ({ database }: WriteContext, products: readonly Product[]): Promise<Compared[]> => {
  const ids = products.flatMap(({ current, parts, productId }) => (current && parts ? [productId] : []));
  const stored = await readVariants(database, ids);
  return products.map((product) => {
    const before = stored.get(product.productId) ?? [];
    const { parts, isRestored } = product;
    return { ...product, before, after: parts ? toStored(parts.variants, { before, isRestored }) : before };
  });
};

const plan = async (write: WriteContext, changes: readonly PartsChange[]) => {
  const { database } = write;
  const products = await compare(
    write,
    changes.map((change) => ({
      ...change,
      parts: change.parts as ProductParts | undefined,
      productId: String(change.row._id),
    })),
  );
  const ids = products.flatMap(({ before, after }) => [...valuesOf(before), ...valuesOf(after)]);
  const values = await readValues(database, { ids, forUpdate: write.databaseHandle.supportsRowLocks });
  for (const { parts } of products) {
    if (parts && !parts.areChecked) assertAttributeValues(parts.variants, values);
  }
  return {
    planned: products.map((product) => planOf(product, values)),
    write: async () => {
      await changeSkus(database, products.filter(hasNewSkus).map(skuChangeOf));
      await changeVariants(
        database,
        products.filter(({ parts }) => parts !== undefined),
      );
    },
  };
};

export const variantParts: PartsRules = {
  prepare: async ({ attributeArr }, files): Promise<ProductParts | undefined> =>
    attributeArr === undefined
      ? undefined
      : { variants: await prepareVariants(attributeArr as VariantInput[], files), areChecked: false },
  read: async (database, ids) => {
    const variants = await readNamedVariants(database, ids);
    return new Map([...variants].map(([id, attributeArr]) => [id, { attributeArr }]));
  },
  plan,
  remove: removeVariants,
};
