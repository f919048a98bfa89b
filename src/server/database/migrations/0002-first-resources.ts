import type { Kysely } from 'kysely';

/** Adds faq, country, region, category. */
export const up = async (database: Kysely<unknown>): Promise<void> => {
  await database.schema
    .createTable('faq')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('description', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('ACTIVE'))
    .addColumn('search', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('createdAt', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('updatedAt', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await database.schema
    .createTable('country')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('ACTIVE'))
    .addColumn('search', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('createdAt', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('updatedAt', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await database.schema
    .createTable('region')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('countryId', 'text', (column) => column.references('country._id').onDelete('restrict'))
    .addColumn('name', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('ACTIVE'))
    .addColumn('search', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('createdAt', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('updatedAt', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await database.schema
    .createTable('category')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('description', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('image', 'text')
    .addColumn('banner', 'text')
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('ACTIVE'))
    .addColumn('search', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('createdAt', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('updatedAt', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await database.schema.createIndex('faq_status').on('faq').column('status').execute();
  await database.schema.createIndex('country_status').on('country').column('status').execute();
  await database.schema.createIndex('region_countryId').on('region').column('countryId').execute();
  await database.schema.createIndex('region_status').on('region').column('status').execute();
  await database.schema.createIndex('category_status').on('category').column('status').execute();
};
