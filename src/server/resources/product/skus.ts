import { findRepeatedSkus, type PlacedSku } from '#shared/product/skus.ts';
import { formatCount, joinSentences } from '#shared/resource/words.ts';
import { insertRows } from '../../database/insert-rows.ts';
import { inPortions } from '../../database/portions.ts';
import { type Database, resourceTables } from '../../database/tables.ts';
import { Failure } from '../../lib/failure.ts';

export type SkuOwner = { productId: string; productName: string };

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

export const takenText = (sku: string, { productName }: SkuOwner): string =>
  `SKU “${sku}” is already used by “${productName}”`;

export const repeatedText = (sku: string): string => `SKU “${sku}” is used more than once`;

export type SkuChange = { productId: string; before: ReadonlySet<string>; after: readonly PlacedSku[] };

const refuseRepeated = ({ after }: SkuChange): void => {
  const repeated = findRepeatedSkus(after);
  if (repeated.length > 0) {
    throw clash(repeated.map(({ sku, field }) => ({ field, message: repeatedText(sku) })));
  }
};

const explainTaken = async (database: Database, added: readonly (PlacedSku & { productId: string })[]) => {
  const skus = added.map(({ sku }) => sku);
  const owners = await findSkuOwners(database, skus);
  const errors = added.flatMap(({ sku, field, productId }) => {
    const owner = owners.get(sku);
    if (!owner || owner.productId === productId) return [];
    return [{ field, message: takenText(sku, owner) }];
  });
  // A SKU without another owner is used by a variant of the product itself, or repeated among these products.
  const [first] = added;
  return clash(
    errors.length > 0 || !first ? errors : [{ field: first.field, message: repeatedText(first.sku) }],
  );
};

/** Replaces the SKUs of products; unchanged ones aren't written. Throws if a SKU is already used. */
export const changeSkus = async (database: Database, changes: readonly SkuChange[]): Promise<void> => {
  changes.forEach(refuseRepeated);
  const added = changes.flatMap(({ productId, before, after }) =>
    after.filter(({ sku }) => !before.has(sku)).map((placed) => ({ ...placed, productId })),
  );
  for (const { productId, before, after } of changes) {
    const kept = new Set(after.map(({ sku }) => sku));
    for (const some of inPortions([...before].filter((sku) => sku !== '' && !kept.has(sku)))) {
      await database
        .deleteFrom('productSku')
        .where('productId', '=', productId)
        .where('sku', 'in', some)
        .execute();
    }
  }
  const rows = added.map(({ sku, productId }) => ({ sku, productId }));
  const written = await insertRows(database, { table: 'productSku', rows, onConflict: 'skip' });
  if (written < rows.length) throw await explainTaken(database, added);
};
