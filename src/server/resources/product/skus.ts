import { findRepeatedSkus, type PlacedSku } from '#shared/product/skus.ts';
import { formatCount, joinSentences } from '#shared/resource/words.ts';
import { inPortions } from '../../database/portions.ts';
import { type Database, resourceTables } from '../../database/tables.ts';
import { Failure } from '../../lib/failure.ts';

export type SkuOwner = { productId: string; productName: string };

/** Which products have these SKUs, themselves or in a variant. */
export const findSkuOwners = async (
  database: Database,
  skus: readonly string[],
): Promise<Map<string, SkuOwner>> => {
  const owners = new Map<string, SkuOwner>();
  for (const wanted of inPortions([...new Set(skus)])) {
    const rows = await resourceTables(database)
      .selectFrom('productSku')
      .innerJoin('product', 'product._id', 'productSku.productId')
      .select(['productSku.sku', 'productSku.productId', 'product.name'])
      .where('productSku.sku', 'in', wanted)
      .execute();
    for (const { sku, productId, name } of rows) {
      owners.set(String(sku), { productId: String(productId), productName: String(name) });
    }
  }
  return owners;
};

const clash = (errors: { field: string; message: string }[]) => {
  const more = errors.length - 1;
  return new Failure({
    kind: 'conflict',
    message: joinSentences([
      errors[0]?.message ?? '',
      more > 0 ? `And ${formatCount(more, 'more duplicate SKU')}` : '',
    ]),
    errors,
  });
};

/** What is said of a SKU that another product has. */
export const takenText = (sku: string, { productName }: SkuOwner): string =>
  `SKU “${sku}” is already used by “${productName}”`;

/** What is said of a SKU that stands twice in one product. */
export const repeatedText = (sku: string): string => `SKU “${sku}” is used more than once`;

/** Refuses SKUs that a product has already, or that stand twice among these. */
export const refuseTakenSkus = async (database: Database, skus: readonly PlacedSku[]): Promise<void> => {
  const repeated = findRepeatedSkus(skus);
  if (repeated.length > 0) {
    throw clash(repeated.map(({ sku, field }) => ({ field, message: repeatedText(sku) })));
  }
  const owners = await findSkuOwners(
    database,
    skus.map(({ sku }) => sku),
  );
  const errors = skus.flatMap(({ sku, field }) => {
    const owner = owners.get(sku);
    return owner ? [{ field, message: takenText(sku, owner) }] : [];
  });
  if (errors.length > 0) throw clash(errors);
};

/** Forgets the SKUs of products. */
export const forgetSkus = async (database: Database, productIds: readonly string[]): Promise<void> => {
  for (const ids of inPortions(productIds)) {
    await database.deleteFrom('productSku').where('productId', 'in', ids).execute();
  }
};

/** Notes the SKUs of products that have none noted. Of two that take one at once, the key refuses the second. */
export const insertSkus = async (
  database: Database,
  skus: readonly { sku: string; productId: string }[],
): Promise<void> => {
  for (const values of inPortions(skus)) await database.insertInto('productSku').values(values).execute();
};

/** Takes the SKU of a product's row, whoever writes the row: those of its variants are written with them. */
export const claimOwnSku = async (
  database: Database,
  { productId, sku, before }: { productId: string; sku: string; before: string | undefined },
): Promise<void> => {
  if (sku === (before ?? '')) return;
  if (before) {
    await database
      .deleteFrom('productSku')
      .where('sku', '=', before)
      .where('productId', '=', productId)
      .execute();
  }
  if (!sku) return;
  const owner = (await findSkuOwners(database, [sku])).get(sku);
  if (owner && owner.productId !== productId) throw clash([{ field: 'sku', message: takenText(sku, owner) }]);
  await database
    .insertInto('productSku')
    .values({ sku, productId })
    // One of the product's variants has it until that is written, or is refused.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};
