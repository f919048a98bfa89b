import type { Kysely } from 'kysely';

/** Adds the other resources of the specification, and to the accounts what makes them users. */
export const up = async (database: Kysely<unknown>): Promise<void> => {
  await database.schema
    .createTable('state')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('countryId', 'text')
    .addColumn('regionId', 'text', (column) => column.references('region._id').onDelete('restrict'))
    .addColumn('name', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('ACTIVE'))
    .addColumn('search', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('createdAt', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('updatedAt', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await database.schema
    .createTable('city')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('countryId', 'text')
    .addColumn('regionId', 'text')
    .addColumn('stateId', 'text', (column) => column.references('state._id').onDelete('restrict'))
    .addColumn('name', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('ACTIVE'))
    .addColumn('search', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('createdAt', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('updatedAt', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await database.schema
    .createTable('location')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('countryId', 'text')
    .addColumn('regionId', 'text')
    .addColumn('stateId', 'text')
    .addColumn('cityId', 'text', (column) => column.references('city._id').onDelete('restrict'))
    .addColumn('name', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('ACTIVE'))
    .addColumn('search', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('createdAt', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('updatedAt', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await database.schema
    .createTable('notification')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('userId', 'text', (column) => column.references('user._id').onDelete('restrict'))
    .addColumn('name', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('image', 'text')
    .addColumn('description', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('status', 'text')
    .addColumn('search', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('createdAt', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('updatedAt', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await database.schema
    .createTable('subCategory')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('categoryId', 'text', (column) => column.references('category._id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('description', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('ACTIVE'))
    .addColumn('search', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('createdAt', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('updatedAt', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await database.schema
    .createTable('attribute')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('search', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('createdAt', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('updatedAt', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await database.schema
    .createTable('attributeValue')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('attributeId', 'text', (column) => column.references('attribute._id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('search', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('createdAt', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('updatedAt', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await database.schema
    .createTable('product')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('sku', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('description', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('specification', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('materialType', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('price', 'bigint')
    .addColumn('isBestSeller', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('thumbnail', 'text')
    .addColumn('categoryId', 'text', (column) => column.references('category._id').onDelete('restrict'))
    .addColumn('subCategoryId', 'text', (column) => column.references('subCategory._id').onDelete('restrict'))
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('ACTIVE'))
    .addColumn('search', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('createdAt', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('updatedAt', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await database.schema
    .createTable('about')
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
    .createTable('video')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('description', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('videoUrl', 'text')
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('ACTIVE'))
    .addColumn('search', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('createdAt', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('updatedAt', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await database.schema
    .createTable('contact')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('email', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('phone', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('address', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('ACTIVE'))
    .addColumn('search', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('createdAt', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('updatedAt', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await database.schema
    .createTable('gift')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('qrId', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('description', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('numberOfPoints', 'double precision')
    .addColumn('validTill', 'text')
    .addColumn('userLimit', 'double precision')
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('ACTIVE'))
    .addColumn('search', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('createdAt', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('updatedAt', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await database.schema
    .createTable('terms')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('title', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('description', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('ACTIVE'))
    .addColumn('search', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('createdAt', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('updatedAt', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await database.schema
    .createTable('privacy')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('title', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('description', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('ACTIVE'))
    .addColumn('search', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('createdAt', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('updatedAt', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await database.schema
    .createTable('blogs')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('title', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('description', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('author', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('image', 'text')
    .addColumn('search', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('createdAt', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('updatedAt', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await database.schema
    .createTable('catalogue')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('pdf', 'text')
    .addColumn('image', 'text')
    .addColumn('search', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('createdAt', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('updatedAt', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await database.schema
    .createTable('brandsPage')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('role', 'text')
    .addColumn('title', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('subTitle', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('gallerySubheading', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('description', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('logo', 'text')
    .addColumn('bannerImage', 'text')
    .addColumn('descriptionImage', 'text')
    .addColumn('galleryImage1', 'text')
    .addColumn('galleryImage2', 'text')
    .addColumn('galleryImage3', 'text')
    .addColumn('galleryImage4', 'text')
    .addColumn('galleryImage5', 'text')
    .addColumn('galleryImage6', 'text')
    .addColumn('search', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('createdAt', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('updatedAt', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await database.schema
    .createTable('banner')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('imageUrl', 'text')
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('ACTIVE'))
    .addColumn('search', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('createdAt', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('updatedAt', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await database.schema
    .createTable('life-at-saya')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('role', 'text')
    .addColumn('name', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('designation', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('image', 'text')
    .addColumn('video', 'text')
    .addColumn('search', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('createdAt', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('updatedAt', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await database.schema
    .createTable('opportunity')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('profile', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('selectedJobTypes', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('selectedLocation', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('industry', 'text')
    .addColumn('responsibilty', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('skills', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('quality', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('qualification', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('aboutJob', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('aboutCompany', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('salary', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('search', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('createdAt', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('updatedAt', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await database.schema
    .createTable('helpSupport')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('chatId', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('title', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('guestName', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('email', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('phoneNumber', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('startChat', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('endChat', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('status', 'text')
    .addColumn('search', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('createdAt', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('updatedAt', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await database.schema
    .createTable('helpMessage')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('helpSupportId', 'text', (column) => column.references('helpSupport._id').onDelete('cascade'))
    .addColumn('author', 'text')
    .addColumn('text', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('search', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('createdAt', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('updatedAt', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await database.schema
    .alterTable('user')
    .addColumn('address', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await database.schema
    .alterTable('user')
    .addColumn('countryId', 'text', (column) => column.references('country._id').onDelete('restrict'))
    .execute();
  await database.schema
    .alterTable('user')
    .addColumn('regionId', 'text', (column) => column.references('region._id').onDelete('restrict'))
    .execute();
  await database.schema
    .alterTable('user')
    .addColumn('stateId', 'text', (column) => column.references('state._id').onDelete('restrict'))
    .execute();
  await database.schema
    .alterTable('user')
    .addColumn('cityId', 'text', (column) => column.references('city._id').onDelete('restrict'))
    .execute();
  await database.schema
    .alterTable('user')
    .addColumn('locationId', 'text', (column) => column.references('location._id').onDelete('restrict'))
    .execute();
  await database.schema
    .alterTable('user')
    .addColumn('search', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await database.schema.createIndex('state_countryId').on('state').columns(['countryId', '_id']).execute();
  await database.schema.createIndex('state_regionId').on('state').columns(['regionId', '_id']).execute();
  await database.schema.createIndex('state_status').on('state').columns(['status', '_id']).execute();
  await database.schema.createIndex('city_countryId').on('city').columns(['countryId', '_id']).execute();
  await database.schema.createIndex('city_regionId').on('city').columns(['regionId', '_id']).execute();
  await database.schema.createIndex('city_stateId').on('city').columns(['stateId', '_id']).execute();
  await database.schema.createIndex('city_status').on('city').columns(['status', '_id']).execute();
  await database.schema.createIndex('location_countryId').on('location').columns(['countryId', '_id']).execute();
  await database.schema.createIndex('location_regionId').on('location').columns(['regionId', '_id']).execute();
  await database.schema.createIndex('location_stateId').on('location').columns(['stateId', '_id']).execute();
  await database.schema.createIndex('location_cityId').on('location').columns(['cityId', '_id']).execute();
  await database.schema.createIndex('location_status').on('location').columns(['status', '_id']).execute();
  await database.schema.createIndex('user_role').on('user').columns(['role', '_id']).execute();
  await database.schema.createIndex('user_countryId').on('user').columns(['countryId', '_id']).execute();
  await database.schema.createIndex('user_regionId').on('user').columns(['regionId', '_id']).execute();
  await database.schema.createIndex('user_stateId').on('user').columns(['stateId', '_id']).execute();
  await database.schema.createIndex('user_cityId').on('user').columns(['cityId', '_id']).execute();
  await database.schema.createIndex('user_locationId').on('user').columns(['locationId', '_id']).execute();
  await database.schema.createIndex('user_status').on('user').columns(['status', '_id']).execute();
  await database.schema.createIndex('notification_userId').on('notification').columns(['userId', '_id']).execute();
  await database.schema.createIndex('notification_status').on('notification').columns(['status', '_id']).execute();
  await database.schema
    .createIndex('subCategory_categoryId')
    .on('subCategory')
    .columns(['categoryId', '_id'])
    .execute();
  await database.schema.createIndex('subCategory_status').on('subCategory').columns(['status', '_id']).execute();
  await database.schema
    .createIndex('attributeValue_attributeId')
    .on('attributeValue')
    .columns(['attributeId', '_id'])
    .execute();
  await database.schema.createIndex('product_isBestSeller').on('product').columns(['isBestSeller', '_id']).execute();
  await database.schema.createIndex('product_categoryId').on('product').columns(['categoryId', '_id']).execute();
  await database.schema.createIndex('product_subCategoryId').on('product').columns(['subCategoryId', '_id']).execute();
  await database.schema.createIndex('product_status').on('product').columns(['status', '_id']).execute();
  await database.schema.createIndex('about_status').on('about').columns(['status', '_id']).execute();
  await database.schema.createIndex('video_status').on('video').columns(['status', '_id']).execute();
  await database.schema.createIndex('contact_status').on('contact').columns(['status', '_id']).execute();
  await database.schema.createIndex('gift_status').on('gift').columns(['status', '_id']).execute();
  await database.schema.createIndex('terms_status').on('terms').columns(['status', '_id']).execute();
  await database.schema.createIndex('privacy_status').on('privacy').columns(['status', '_id']).execute();
  await database.schema.createIndex('brandsPage_role').on('brandsPage').columns(['role', '_id']).execute();
  await database.schema.createIndex('banner_status').on('banner').columns(['status', '_id']).execute();
  await database.schema.createIndex('life-at-saya_role').on('life-at-saya').columns(['role', '_id']).execute();
  await database.schema.createIndex('opportunity_industry').on('opportunity').columns(['industry', '_id']).execute();
  await database.schema.createIndex('helpSupport_status').on('helpSupport').columns(['status', '_id']).execute();
  await database.schema
    .createIndex('helpMessage_helpSupportId')
    .on('helpMessage')
    .columns(['helpSupportId', '_id'])
    .execute();
  await database.schema.createIndex('helpMessage_author').on('helpMessage').columns(['author', '_id']).execute();
};
