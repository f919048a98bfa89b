import { findDuplicateSkus, type SkuLocation } from '#shared/product/skus.ts';
import { formatCount, joinSentences } from '#shared/resource-kit/labels.ts';
import { type Database, resourceTables } from '../../database/tables.ts';
import { insertRows } from '../../database/write-rows.ts';
import { AppError } from '../../lib/app-error.ts';

export type SkuOwner = { productId: string; productName: string };

export const findSkuOwners = async (database: Database, skus: readonly string[]): Promise<Map<string, SkuOwner>> => {
  const rows = await resourceTables(database)
    .selectFrom('productSku')
    .innerJoin('product', 'product._id', 'productSku.productId')
    .select(['productSku.sku', 'productId', 'product.name'])
    .where('productSku.sku', 'in', [...new Set(skus)])
    .execute();
  return new Map(
    rows.map(({ sku, productId, name }) => [String(sku), { productId: String(productId), productName: String(name) }]),
  );
};

const skuConflictError = (errors: { field: string; message: string }[]) => {
  const more = errors.length - 1;
  return new AppError(
    'conflict',
    joinSentences([errors[0]?.message ?? '', more > 0 ? `And ${formatCount(more, 'more duplicate SKU')}` : '']),
    { errors },
  );
};

const skuTakenMessage = (sku: string, { productName }: SkuOwner): string =>
  `SKU “${sku}” is already used by “${productName}”`;

const skuRepeatedMessage = (sku: string): string => `SKU “${sku}” is used more than once`;

export type SkuChange = { productId: string; before: ReadonlySet<string>; after: readonly SkuLocation[] };

const assertNoDuplicates = ({ after }: SkuChange): void => {
  const duplicates = findDuplicateSkus(after);
  if (duplicates.length > 0) {
    throw skuConflictError(duplicates.map(({ sku, field }) => ({ field, message: skuRepeatedMessage(sku) })));
  }
};

const toSkuTakenError = async (database: Database, added: readonly (SkuLocation & { productId: string })[]) => {
  const skus = added.map(({ sku }) => sku);
  const owners = await findSkuOwners(database, skus);
  const errors = added.flatMap(({ sku, field, productId }) => {
    const owner = owners.get(sku);
    if (!owner || owner.productId === productId) return [];
    return [{ field, message: skuTakenMessage(sku, owner) }];
  });
  // A SKU without another owner is used by a variant of the product itself, or repeated among these products.
  const [first] = added;
  return skuConflictError(
    errors.length > 0 || !first ? errors : [{ field: first.field, message: skuRepeatedMessage(first.sku) }],
  );
};

/** Replaces the SKUs of products; unchanged ones aren't written. Throws if a SKU is already used. */
export const replaceSkus = async (database: Database, changes: readonly SkuChange[]): Promise<void> => {
  changes.forEach(assertNoDuplicates);
  const added = changes.flatMap(({ productId, before, after }) =>
    after.filter(({ sku }) => !before.has(sku)).map((location) => ({ ...location, productId })),
  );
  for (const { productId, before, after } of changes) {
    const remainingSkus = new Set(after.map(({ sku }) => sku));
    const removed = [...before].filter((sku) => sku !== '' && !remainingSkus.has(sku));
    if (removed.length === 0) continue;
    await database.deleteFrom('productSku').where('productId', '=', productId).where('sku', 'in', removed).execute();
  }
  const rows = added.map(({ sku, productId }) => ({ sku, productId }));
  const written = await insertRows(database, { table: 'productSku', rows, onConflict: 'skip' });
  if (written < rows.length) throw await toSkuTakenError(database, added);
};
