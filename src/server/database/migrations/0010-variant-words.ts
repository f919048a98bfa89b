import type { Kysely } from 'kysely';

type Tables = {
  product: { _id: string; search: string };
  productVariant: { productId: string; position: number; sku: string };
};

const accents = /[\u0300-\u036f]/g;
const productsAtOnce = 500;

/** Words as they are kept to be found: small letters without accents, each after two spaces. */
const wordsOf = (text: string) =>
  text
    .normalize('NFKD')
    .replace(accents, '')
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `  ${word}`)
    .join('');

const addWords = async (database: Kysely<Tables>, ids: string[]) => {
  const variants = await database
    .selectFrom('productVariant')
    .innerJoin('product', 'product._id', 'productVariant.productId')
    .select(['productVariant.productId', 'productVariant.sku', 'product.search'])
    .where('productVariant.productId', 'in', ids)
    .orderBy('productVariant.productId')
    .orderBy('productVariant.position')
    .execute();
  const found = new Map<string, string>();
  for (const { productId, sku, search } of variants) {
    found.set(productId, (found.get(productId) ?? search) + wordsOf(sku));
  }
  for (const [_id, search] of found) {
    await database.updateTable('product').set({ search }).where('_id', '=', _id).execute();
  }
};

/** Lets products be found by the SKUs of their variants. */
export const up = async (database: Kysely<Tables>): Promise<void> => {
  for (let last = ''; ; ) {
    const rows = await database
      .selectFrom('productVariant')
      .select('productId')
      .distinct()
      .where('productId', '>', last)
      .orderBy('productId')
      .limit(productsAtOnce)
      .execute();
    if (rows.length === 0) return;
    const ids = rows.map(({ productId }) => productId);
    await addWords(database, ids);
    last = ids.at(-1) ?? '';
  }
};
