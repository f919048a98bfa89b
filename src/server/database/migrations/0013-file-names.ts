import type { Kysely } from 'kysely';

/** Adds notification.files, category.files, product.files, video.files, blogs.files, catalogue.files, brandsPage.files, banner.files, life-at-saya.files. */
export const up = async (database: Kysely<unknown>): Promise<void> => {
  await database.schema
    .alterTable('notification')
    .addColumn('files', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute();
  await database.schema
    .alterTable('category')
    .addColumn('files', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute();
  await database.schema
    .alterTable('product')
    .addColumn('files', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute();
  await database.schema
    .alterTable('video')
    .addColumn('files', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute();
  await database.schema
    .alterTable('blogs')
    .addColumn('files', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute();
  await database.schema
    .alterTable('catalogue')
    .addColumn('files', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute();
  await database.schema
    .alterTable('brandsPage')
    .addColumn('files', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute();
  await database.schema
    .alterTable('banner')
    .addColumn('files', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute();
  await database.schema
    .alterTable('life-at-saya')
    .addColumn('files', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute();
};
