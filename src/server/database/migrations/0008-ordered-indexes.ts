import { type Kysely, sql } from 'kysely';

/** Columns for filtering and sorting by table, with the indexed expression of each. */
const sortable: Record<string, readonly (readonly [string, string])[]> = {
  country: [
    ['status', '"status"'],
    ['name', 'lower("name")'],
    ['createdAt', '"createdAt"'],
    ['updatedAt', '"updatedAt"'],
  ],
  region: [
    ['countryId', '"countryId"'],
    ['status', '"status"'],
    ['name', 'lower("name")'],
    ['createdAt', '"createdAt"'],
    ['updatedAt', '"updatedAt"'],
  ],
  state: [
    ['countryId', '"countryId"'],
    ['regionId', '"regionId"'],
    ['status', '"status"'],
    ['name', 'lower("name")'],
    ['createdAt', '"createdAt"'],
    ['updatedAt', '"updatedAt"'],
  ],
  city: [
    ['countryId', '"countryId"'],
    ['regionId', '"regionId"'],
    ['stateId', '"stateId"'],
    ['status', '"status"'],
    ['name', 'lower("name")'],
    ['createdAt', '"createdAt"'],
    ['updatedAt', '"updatedAt"'],
  ],
  location: [
    ['countryId', '"countryId"'],
    ['regionId', '"regionId"'],
    ['stateId', '"stateId"'],
    ['cityId', '"cityId"'],
    ['status', '"status"'],
    ['name', 'lower("name")'],
    ['createdAt', '"createdAt"'],
    ['updatedAt', '"updatedAt"'],
  ],
  user: [
    ['role', '"role"'],
    ['countryId', '"countryId"'],
    ['regionId', '"regionId"'],
    ['stateId', '"stateId"'],
    ['cityId', '"cityId"'],
    ['locationId', '"locationId"'],
    ['status', '"status"'],
    ['name', 'lower("name")'],
    ['email', 'lower("email")'],
    ['phone', 'lower("phone")'],
    ['address', 'lower(substr("address", 1, 200))'],
    ['createdAt', '"createdAt"'],
    ['updatedAt', '"updatedAt"'],
  ],
  notification: [
    ['userId', '"userId"'],
    ['status', '"status"'],
    ['name', 'lower("name")'],
    ['description', 'lower(substr("description", 1, 200))'],
    ['createdAt', '"createdAt"'],
    ['updatedAt', '"updatedAt"'],
  ],
  category: [
    ['status', '"status"'],
    ['name', 'lower("name")'],
    ['description', 'lower(substr("description", 1, 200))'],
    ['createdAt', '"createdAt"'],
    ['updatedAt', '"updatedAt"'],
  ],
  subCategory: [
    ['categoryId', '"categoryId"'],
    ['status', '"status"'],
    ['name', 'lower("name")'],
    ['description', 'lower(substr("description", 1, 200))'],
    ['createdAt', '"createdAt"'],
    ['updatedAt', '"updatedAt"'],
  ],
  attribute: [
    ['name', 'lower("name")'],
    ['createdAt', '"createdAt"'],
    ['updatedAt', '"updatedAt"'],
  ],
  attributeValue: [
    ['attributeId', '"attributeId"'],
    ['name', 'lower("name")'],
    ['createdAt', '"createdAt"'],
    ['updatedAt', '"updatedAt"'],
  ],
  product: [
    ['isBestSeller', '"isBestSeller"'],
    ['categoryId', '"categoryId"'],
    ['subCategoryId', '"subCategoryId"'],
    ['status', '"status"'],
    ['name', 'lower("name")'],
    ['sku', 'lower("sku")'],
    ['materialType', 'lower("materialType")'],
    ['price', '"price"'],
    ['createdAt', '"createdAt"'],
    ['updatedAt', '"updatedAt"'],
  ],
  faq: [
    ['status', '"status"'],
    ['name', 'lower("name")'],
    ['createdAt', '"createdAt"'],
    ['updatedAt', '"updatedAt"'],
  ],
  about: [
    ['status', '"status"'],
    ['name', 'lower("name")'],
    ['createdAt', '"createdAt"'],
    ['updatedAt', '"updatedAt"'],
  ],
  video: [
    ['status', '"status"'],
    ['name', 'lower("name")'],
    ['description', 'lower(substr("description", 1, 200))'],
    ['createdAt', '"createdAt"'],
    ['updatedAt', '"updatedAt"'],
  ],
  contact: [
    ['status', '"status"'],
    ['email', 'lower("email")'],
    ['phone', 'lower("phone")'],
    ['address', 'lower(substr("address", 1, 200))'],
    ['createdAt', '"createdAt"'],
    ['updatedAt', '"updatedAt"'],
  ],
  gift: [
    ['status', '"status"'],
    ['name', 'lower("name")'],
    ['qrId', 'lower("qrId")'],
    ['numberOfPoints', '"numberOfPoints"'],
    ['validTill', '"validTill"'],
    ['userLimit', '"userLimit"'],
    ['createdAt', '"createdAt"'],
    ['updatedAt', '"updatedAt"'],
  ],
  terms: [
    ['status', '"status"'],
    ['title', 'lower("title")'],
    ['createdAt', '"createdAt"'],
    ['updatedAt', '"updatedAt"'],
  ],
  privacy: [
    ['status', '"status"'],
    ['title', 'lower("title")'],
    ['createdAt', '"createdAt"'],
    ['updatedAt', '"updatedAt"'],
  ],
  blogs: [
    ['title', 'lower("title")'],
    ['author', 'lower("author")'],
    ['createdAt', '"createdAt"'],
    ['updatedAt', '"updatedAt"'],
  ],
  catalogue: [
    ['name', 'lower("name")'],
    ['createdAt', '"createdAt"'],
    ['updatedAt', '"updatedAt"'],
  ],
  brandsPage: [
    ['role', '"role"'],
    ['title', 'lower("title")'],
    ['subTitle', 'lower("subTitle")'],
    ['gallerySubheading', 'lower("gallerySubheading")'],
    ['createdAt', '"createdAt"'],
    ['updatedAt', '"updatedAt"'],
  ],
  banner: [
    ['status', '"status"'],
    ['name', 'lower("name")'],
    ['createdAt', '"createdAt"'],
    ['updatedAt', '"updatedAt"'],
  ],
  'life-at-saya': [
    ['role', '"role"'],
    ['name', 'lower("name")'],
    ['designation', 'lower("designation")'],
    ['createdAt', '"createdAt"'],
    ['updatedAt', '"updatedAt"'],
  ],
  opportunity: [
    ['industry', '"industry"'],
    ['profile', 'lower("profile")'],
    ['aboutJob', 'lower(substr("aboutJob", 1, 200))'],
    ['aboutCompany', 'lower(substr("aboutCompany", 1, 200))'],
    ['salary', 'lower("salary")'],
    ['createdAt', '"createdAt"'],
    ['updatedAt', '"updatedAt"'],
  ],
  helpSupport: [
    ['status', '"status"'],
    ['chatId', 'lower("chatId")'],
    ['title', 'lower("title")'],
    ['guestName', 'lower("guestName")'],
    ['email', 'lower("email")'],
    ['phoneNumber', 'lower("phoneNumber")'],
    ['startChat', 'lower("startChat")'],
    ['endChat', 'lower("endChat")'],
    ['createdAt', '"createdAt"'],
    ['updatedAt', '"updatedAt"'],
  ],
  helpMessage: [
    ['helpSupportId', '"helpSupportId"'],
    ['author', '"author"'],
    ['text', 'lower(substr("text", 1, 200))'],
    ['createdAt', '"createdAt"'],
    ['updatedAt', '"updatedAt"'],
  ],
};

/** Indexes in the order of `_id`, which can't sort pages by their column with the newest first. */
const replaced = [
  'state_countryId',
  'state_regionId',
  'state_status',
  'city_countryId',
  'city_regionId',
  'city_stateId',
  'city_status',
  'location_countryId',
  'location_regionId',
  'location_stateId',
  'location_cityId',
  'location_status',
  'user_role',
  'user_countryId',
  'user_regionId',
  'user_stateId',
  'user_cityId',
  'user_locationId',
  'user_status',
  'notification_userId',
  'notification_status',
  'subCategory_categoryId',
  'subCategory_status',
  'attributeValue_attributeId',
  'product_isBestSeller',
  'product_categoryId',
  'product_subCategoryId',
  'product_status',
  'about_status',
  'video_status',
  'contact_status',
  'gift_status',
  'terms_status',
  'privacy_status',
  'brandsPage_role',
  'banner_status',
  'life-at-saya_role',
  'opportunity_industry',
  'helpSupport_status',
  'helpMessage_helpSupportId',
  'helpMessage_author',
  'faq_status',
  'country_status',
  'region_countryId',
  'region_status',
  'category_status',
];

/** Two spaces before each word allow searching for the beginning of words. */
const spaceWords = (database: Kysely<unknown>, table: string) =>
  sql`
    update ${sql.table(table)}
    set search = '  ' || replace(replace(search, ${'\n'}, ' '), ' ', '  ') where search <> ''
  `.execute(database);

/** Adds indexes for every sort order and a numeric key for the search index. */
export const up = async (database: Kysely<unknown>): Promise<void> => {
  for (const name of replaced) await sql`drop index ${sql.ref(name)}`.execute(database);
  for (const [table, columns] of Object.entries(sortable)) {
    await database.schema.alterTable(table).addColumn('searchKey', 'bigint').execute();
    await spaceWords(database, table);
    for (const [column, expression] of columns) {
      const name = sql.ref(`${table}_by_${column}`);
      await sql`
        create index ${name} on ${sql.table(table)} (${sql.raw(expression)}, "_id" desc)
      `.execute(database);
    }
  }
};
