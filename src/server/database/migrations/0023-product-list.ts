import { type Kysely, sql } from 'kysely';

type Tables = {
  product: {
    _id: string;
    thumbnail: string | null;
    variantCount: number;
    imageCount: number;
    variantsWithoutImage: number;
    variantsWithoutSku: number;
  };
  productVariant: { productId: string; sku: string; images: string };
};

const productsAtOnce = 500;

const filesOf = (images: string): string[] =>
  (JSON.parse(images) as (string | { file: string })[]).map((image) =>
    typeof image === 'string' ? image : image.file,
  );

const countOf = ({ thumbnail }: { thumbnail: string | null }, variants: readonly { sku: string; images: string }[]) => {
  const files = variants.flatMap(({ images }) => filesOf(images));
  return {
    imageCount: new Set([...(thumbnail ? [thumbnail] : []), ...files]).size,
    variantsWithoutImage: variants.filter(({ images }) => images === '[]').length,
    variantsWithoutSku: variants.filter(({ sku }) => sku === '').length,
  };
};

const countImages = async (database: Kysely<Tables>) => {
  await sql`update product set "imageCount" = 1 where thumbnail is not null`.execute(database);
  for (let last = ''; ; ) {
    const products = await database
      .selectFrom('product')
      .select(['_id', 'thumbnail'])
      .where('variantCount', '>', 0)
      .where('_id', '>', last)
      .orderBy('_id')
      .limit(productsAtOnce)
      .execute();
    const variants = products.length
      ? await database
          .selectFrom('productVariant')
          .select(['productId', 'sku', 'images'])
          .where(
            'productId',
            'in',
            products.map(({ _id }) => _id),
          )
          .execute()
      : [];
    for (const product of products) {
      const ofProduct = variants.filter(({ productId }) => productId === product._id);
      await database.updateTable('product').set(countOf(product, ofProduct)).where('_id', '=', product._id).execute();
    }
    last = products.at(-1)?._id ?? '';
    if (products.length < productsAtOnce) return;
  }
};

/** Rows with equal values are ordered newest first. The columns of conditions let an index alone answer a count. */
const indexes = [
  'product_by_updatedBy on product ("updatedBy", "_id" desc)',
  'product_by_variantCount on product ("variantCount", "_id" desc)',
  'product_by_imageCount on product ("imageCount", "_id" desc)',
  `product_has_variants on product ((case when "variantCount" > 0 then 'true' else 'false' end), "_id" desc)`,
  'product_without_image on product ("_id" desc, thumbnail, "variantImage") where thumbnail is null and "variantImage" is null',
  `product_without_description on product ("_id" desc) where description = ''`,
  'product_without_variant_image on product ("_id" desc, "variantsWithoutImage") where "variantsWithoutImage" > 0',
  'product_without_variant_sku on product ("_id" desc, "variantsWithoutSku") where "variantsWithoutSku" > 0',
  `product_active_by_category on product ("categoryId") where status = 'ACTIVE'`,
];

/** Adds what the product list filters and sorts by: numbers of images, incomplete variants and the last user. */
export const up = async (database: Kysely<Tables>): Promise<void> => {
  for (const name of ['imageCount', 'variantsWithoutImage', 'variantsWithoutSku']) {
    await database.schema
      .alterTable('product')
      .addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  }
  await database.schema.alterTable('product').addColumn('updatedBy', 'text').execute();
  await countImages(database);
  await sql`
    update product set "updatedBy" = (
      select "userId" from history
      where resource = 'product' and "recordId" = product."_id" order by history."_id" desc limit 1
    )
  `.execute(database);
  for (const index of indexes) await sql`create index ${sql.raw(index)}`.execute(database);
};
