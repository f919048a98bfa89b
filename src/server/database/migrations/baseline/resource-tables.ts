/** Columns of resources that the declarations don't know, because no client writes them. */
const columns = [
  'alter table "user" add column "phoneKey" text',
  'alter table product add column completeness integer not null default 0',
  `alter table product add column "completenessKey" text not null default ''`,
  'alter table product add column "variantImage" text',
  ...['imageCount', 'variantCount', 'variantsWithoutImage', 'variantsWithoutSku'].map(
    (name) => `alter table product add column "${name}" integer not null default 0`,
  ),
];

/** Indexes for what the declarations don't know. The columns of conditions let an index alone answer a count. */
const indexes = [
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

/** Completes the declared tables. */
export const resourceTables: readonly string[] = [...columns, ...indexes];
