import { type Kysely, sql } from 'kysely';

/** Adds variants, unique SKUs and jobs, which hold the results of long tasks such as imports. */
export const up = async (database: Kysely<unknown>): Promise<void> => {
  // Lists show this number without reading the variants.
  await database.schema
    .alterTable('product')
    .addColumn('variantCount', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await database.schema.alterTable('product').addColumn('variantImage', 'text').execute();

  await database.schema
    .createTable('productVariant')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('productId', 'text', (column) => column.notNull().references('product._id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('productName', 'text', (column) => column.notNull())
    .addColumn('sku', 'text', (column) => column.notNull())
    .addColumn('price', 'bigint', (column) => column.notNull())
    .addColumn('images', 'text', (column) => column.notNull())
    .addColumn('features', 'text', (column) => column.notNull())
    .addColumn('valueIds', 'text', (column) => column.notNull())
    .execute();
  await database.schema
    .createIndex('productVariant_productId')
    .on('productVariant')
    .columns(['productId', 'position'])
    .execute();

  await database.schema
    .createTable('productAttributeValue')
    .addColumn('productId', 'text', (column) => column.notNull().references('product._id').onDelete('cascade'))
    .addColumn('attributeValueId', 'text', (column) =>
      column.notNull().references('attributeValue._id').onDelete('restrict'),
    )
    .addPrimaryKeyConstraint('productAttributeValue_key', ['attributeValueId', 'productId'])
    .execute();
  await database.schema
    .createIndex('productAttributeValue_productId')
    .on('productAttributeValue')
    .column('productId')
    .execute();

  await database.schema
    .createTable('productSku')
    .addColumn('sku', 'text', (column) => column.primaryKey().notNull())
    .addColumn('productId', 'text', (column) => column.notNull().references('product._id').onDelete('cascade'))
    .execute();
  await database.schema.createIndex('productSku_productId').on('productSku').column('productId').execute();
  await sql`
    insert into ${sql.table('productSku')} (${sql.ref('sku')}, ${sql.ref('productId')})
    select ${sql.ref('sku')}, min(${sql.ref('_id')}) from ${sql.table('product')}
    where ${sql.ref('sku')} <> '' group by ${sql.ref('sku')}
  `.execute(database);

  await database.schema
    .createTable('job')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('userId', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute();
};
