/** The columns that every record has. */
const record = `"_id" text primary key not null, "search" text not null default '', "searchKey" bigint,
    "version" integer not null default 1, "createdAt" text not null default '', "updatedAt" text not null default ''`;

const tables = [
  `create table "country" (${record},
    "name" text not null default '', "status" text not null default 'ACTIVE'
  )`,
  `create table "region" (${record},
    "countryId" text references "country" ("_id") on delete restrict, "name" text not null default '',
    "status" text not null default 'ACTIVE'
  )`,
  `create table "state" (${record},
    "countryId" text, "regionId" text references "region" ("_id") on delete restrict,
    "name" text not null default '', "status" text not null default 'ACTIVE'
  )`,
  `create table "city" (${record},
    "countryId" text, "regionId" text, "stateId" text references "state" ("_id") on delete restrict,
    "name" text not null default '', "status" text not null default 'ACTIVE'
  )`,
  `create table "location" (${record},
    "countryId" text, "regionId" text, "stateId" text, "cityId" text references "city" ("_id") on delete restrict,
    "name" text not null default '', "status" text not null default 'ACTIVE'
  )`,
  `create table "user" (${record},
    "name" text not null default '', "email" text not null default '', "phone" text not null default '',
    "address" text not null default '', "role" text not null,
    "countryId" text references "country" ("_id") on delete restrict,
    "regionId" text references "region" ("_id") on delete restrict,
    "stateId" text references "state" ("_id") on delete restrict,
    "cityId" text references "city" ("_id") on delete restrict,
    "locationId" text references "location" ("_id") on delete restrict, "status" text not null default 'ACTIVE',
    "phoneKey" text
  )`,
  `create table "notification" (${record},
    "userId" text references "user" ("_id") on delete restrict, "name" text not null default '', "image" text,
    "description" text not null default '', "status" text, "files" text not null default '{}'
  )`,
  `create table "category" (${record},
    "name" text not null default '', "description" text not null default '', "image" text, "banner" text,
    "status" text not null default 'ACTIVE', "files" text not null default '{}'
  )`,
  `create table "subCategory" (${record},
    "categoryId" text references "category" ("_id") on delete cascade, "name" text not null default '',
    "description" text not null default '', "status" text not null default 'ACTIVE'
  )`,
  `create table "attribute" (${record},
    "name" text not null default ''
  )`,
  `create table "attributeValue" (${record},
    "attributeId" text references "attribute" ("_id") on delete cascade, "name" text not null default '',
    "color" text not null default '', "image" text, "position" double precision, "files" text not null default '{}'
  )`,
  `create table "product" (${record},
    "name" text not null default '', "sku" text not null default '', "description" text not null default '',
    "specification" text not null default '', "materialType" text not null default '', "price" bigint,
    "isBestSeller" integer not null default 0, "thumbnail" text,
    "categoryId" text references "category" ("_id") on delete restrict,
    "subCategoryId" text references "subCategory" ("_id") on delete restrict,
    "status" text not null default 'ACTIVE', "files" text not null default '{}', "updatedBy" text,
    "completeness" integer not null default 0, "completenessKey" text not null default '',
    "imageCount" integer not null default 0, "variantCount" integer not null default 0, "variantImage" text,
    "variantsWithoutImage" integer not null default 0, "variantsWithoutSku" integer not null default 0
  )`,
  `create table "completenessRules" (${record},
    "name" text not null default '', "requirements" text not null default '[]', "minDescription" double precision
  )`,
  `create table "faq" (${record},
    "name" text not null default '', "description" text not null default '',
    "status" text not null default 'ACTIVE'
  )`,
  `create table "about" (${record},
    "name" text not null default '', "description" text not null default '',
    "status" text not null default 'ACTIVE'
  )`,
  `create table "video" (${record},
    "name" text not null default '', "description" text not null default '', "videoUrl" text, "captions" text,
    "status" text not null default 'ACTIVE', "files" text not null default '{}'
  )`,
  `create table "contact" (${record},
    "email" text not null default '', "phone" text not null default '', "address" text not null default '',
    "status" text not null default 'ACTIVE'
  )`,
  `create table "gift" (${record},
    "name" text not null default '', "qrId" text not null default '', "description" text not null default '',
    "numberOfPoints" double precision, "validTill" text, "userLimit" double precision,
    "status" text not null default 'ACTIVE'
  )`,
  `create table "terms" (${record},
    "title" text not null default '', "description" text not null default '',
    "status" text not null default 'ACTIVE'
  )`,
  `create table "privacy" (${record},
    "title" text not null default '', "description" text not null default '',
    "status" text not null default 'ACTIVE'
  )`,
  `create table "blogs" (${record},
    "title" text not null default '', "description" text not null default '', "author" text not null default '',
    "image" text, "files" text not null default '{}'
  )`,
  `create table "catalogue" (${record},
    "name" text not null default '', "pdf" text, "image" text, "files" text not null default '{}'
  )`,
  `create table "brandsPage" (${record},
    "role" text, "title" text not null default '', "subTitle" text not null default '',
    "gallerySubheading" text not null default '', "description" text not null default '', "logo" text,
    "bannerImage" text, "descriptionImage" text, "galleryImage1" text, "galleryImage2" text, "galleryImage3" text,
    "galleryImage4" text, "galleryImage5" text, "galleryImage6" text, "files" text not null default '{}'
  )`,
  `create table "banner" (${record},
    "name" text not null default '', "imageUrl" text, "status" text not null default 'ACTIVE',
    "files" text not null default '{}'
  )`,
  `create table "life-at-saya" (${record},
    "role" text, "name" text not null default '', "designation" text not null default '', "image" text,
    "video" text, "captions" text, "files" text not null default '{}'
  )`,
  `create table "opportunity" (${record},
    "profile" text not null default '', "selectedJobTypes" text not null default '[]',
    "selectedLocation" text not null default '[]', "industry" text, "responsibilty" text not null default '',
    "skills" text not null default '', "quality" text not null default '', "qualification" text not null default '',
    "aboutJob" text not null default '', "aboutCompany" text not null default '', "salary" text not null default ''
  )`,
  `create table "helpSupport" (${record},
    "chatId" text not null default '', "title" text not null default '', "guestName" text not null default '',
    "email" text not null default '', "phoneNumber" text not null default '', "startChat" text not null default '',
    "endChat" text not null default '', "status" text
  )`,
  `create table "helpMessage" (${record},
    "helpSupportId" text references "helpSupport" ("_id") on delete cascade, "author" text,
    "text" text not null default ''
  )`,
];

/** The expressions by which the records of a table are filtered and sorted, besides the times of all tables. */
const orders: Record<string, string[]> = {
  country: ['"status"', 'lower("name")'],
  region: ['"countryId"', '"status"', 'lower("name")'],
  state: ['"countryId"', '"regionId"', '"status"', 'lower("name")'],
  city: ['"countryId"', '"regionId"', '"stateId"', '"status"', 'lower("name")'],
  location: ['"countryId"', '"regionId"', '"stateId"', '"cityId"', '"status"', 'lower("name")'],
  user: [
    '"role"',
    '"countryId"',
    '"regionId"',
    '"stateId"',
    '"cityId"',
    '"locationId"',
    '"status"',
    'lower("name")',
    'lower("email")',
    'lower("phone")',
    'lower(substr("address", 1, 200))',
  ],
  notification: ['"userId"', '"status"', 'lower("name")', 'lower(substr("description", 1, 200))'],
  category: ['"status"', 'lower("name")', 'lower(substr("description", 1, 200))'],
  subCategory: ['"categoryId"', '"status"', 'lower("name")', 'lower(substr("description", 1, 200))'],
  attribute: ['lower("name")'],
  attributeValue: ['"attributeId"', 'lower("name")', 'lower("color")', '"position"'],
  product: [
    '"isBestSeller"',
    '"categoryId"',
    '"subCategoryId"',
    '"status"',
    '"updatedBy"',
    'lower("name")',
    'lower("sku")',
    'lower(substr("specification", 1, 200))',
    'lower("materialType")',
    '"price"',
  ],
  completenessRules: ['lower("name")', '"minDescription"'],
  faq: ['"status"', 'lower("name")'],
  about: ['"status"', 'lower("name")'],
  video: ['"status"', 'lower("name")', 'lower(substr("description", 1, 200))'],
  contact: ['"status"', 'lower("email")', 'lower("phone")', 'lower(substr("address", 1, 200))'],
  gift: ['"status"', 'lower("name")', 'lower("qrId")', '"numberOfPoints"', '"validTill"', '"userLimit"'],
  terms: ['"status"', 'lower("title")'],
  privacy: ['"status"', 'lower("title")'],
  blogs: ['lower("title")', 'lower("author")'],
  catalogue: ['lower("name")'],
  brandsPage: ['"role"', 'lower("title")', 'lower("subTitle")', 'lower("gallerySubheading")'],
  banner: ['"status"', 'lower("name")'],
  'life-at-saya': ['"role"', 'lower("name")', 'lower("designation")'],
  opportunity: [
    '"industry"',
    'lower("profile")',
    'lower(substr("aboutJob", 1, 200))',
    'lower(substr("aboutCompany", 1, 200))',
    'lower("salary")',
  ],
  helpSupport: [
    '"status"',
    'lower("chatId")',
    'lower("title")',
    'lower("guestName")',
    'lower("email")',
    'lower("phoneNumber")',
    'lower("startChat")',
    'lower("endChat")',
  ],
  helpMessage: ['"helpSupportId"', '"author"', 'lower(substr("text", 1, 200))'],
};

const times = ['"createdAt"', '"updatedAt"'];

const orderedIndexes = Object.entries(orders).flatMap(([table, expressions]) =>
  [...expressions, ...times].map((expression) => {
    const column = /"(\w+)"/.exec(expression)?.[1];
    return `create index "${table}_by_${column}" on "${table}" (${expression}, "_id" desc)`;
  }),
);

/** Indexes for what the declarations don't know. The columns of conditions let an index alone answer a count. */
const otherIndexes = [
  'create unique index "user_email" on "user" ("email")',
  'create unique index "user_phoneKey" on "user" ("phoneKey")',
  'create index "product_by_variantCount" on product ("variantCount", "_id" desc)',
  'create index "product_by_imageCount" on product ("imageCount", "_id" desc)',
  'create index "product_by_completeness" on product (completeness, "_id" desc)',
  'create index "product_by_completenessKey" on product ("completenessKey", "_id")',
  `create index product_is_complete on product
    ((case when completeness = 100 then 'complete' else 'incomplete' end), "_id" desc)`,
  `create index product_has_variants on product
    ((case when "variantCount" > 0 then 'true' else 'false' end), "_id" desc)`,
  `create index product_without_image on product ("_id" desc, thumbnail, "variantImage")
    where thumbnail is null and "variantImage" is null`,
  `create index product_without_description on product ("_id" desc) where description = ''`,
  `create index product_without_variant_image on product ("_id" desc, "variantsWithoutImage")
    where "variantsWithoutImage" > 0`,
  `create index product_without_variant_sku on product ("_id" desc, "variantsWithoutSku")
    where "variantsWithoutSku" > 0`,
  `create index product_active_by_category on product ("categoryId") where status = 'ACTIVE'`,
];

/** The tables of the resources, generated from their declarations, and their indexes. */
export const resourceTables: readonly string[] = [...tables, ...orderedIndexes, ...otherIndexes];
