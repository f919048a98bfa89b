import { type RawBuilder, sql } from 'kysely';
import { productVariant } from '#shared/product/variant.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { attributeValue } from '#shared/resources/attribute-value.ts';
import { findResource, resources } from '#shared/resources/index.ts';
import { product } from '#shared/resources/product.ts';
import { maxReferrerNames, type UsedBy } from '#shared/used-by.ts';
import { matchesSearch } from '../../database/search.ts';
import { type Database, isSqlite, type Row } from '../../database/tables.ts';
import { productUses } from '../../files/images/similar-images.ts';
import { keepers } from '../../records/assets.ts';
import { readSummaries, toRecordKey } from '../../records/repository.ts';
import { findMatch } from '../../records/search.ts';

/** The file of an asset, and its original if it was edited. */
export const filesOf = ({ file, original }: Row): string[] =>
  [file, original].flatMap((each) => (each ? [String(each)] : []));

/** Whether records use the file of an asset. */
export const isUsed: RawBuilder<boolean> = sql<boolean>`exists (
  select 1 from "fileUse" where "fileUse".file in (asset.file, asset.original) and "fileUse".resource not in (${sql.join(keepers)}))`;

/** The condition for files that a product or its variants use. */
export const isOfProduct = (productId: string): RawBuilder<boolean> => sql<boolean>`asset.file in (
  select file from "fileUse" where "recordId" = ${productId} and resource in (${sql.join(productUses)}))`;

/** The condition for files of the products that a search finds. */
export const matchesProducts = async (database: Database, query: string): Promise<RawBuilder<boolean> | undefined> => {
  const matches = await findMatch(database, { resource: product, query });
  if (!matches) return undefined;
  const { match } = matches.found;
  const found = matchesSearch(product, { match, hasFtsTable: isSqlite(database) });
  return sql<boolean>`asset._id in (select "assetId" from "assetFile" join "fileUse" on "fileUse".file = "assetFile".file
    where "fileUse".resource in (${sql.join(productUses)}) and "recordId" in (select product._id from product where ${found}))`;
};

/** Pixels that an image needs across the page, and beside other images on sharp screens. */
const neededWidths = { banner: 1200, other: 600 };

/** Fields that websites show as wide as the page. */
const bannerFields = resources.flatMap(({ name, fields }) =>
  Object.entries(fields).flatMap(([fieldName, { kind }]) =>
    kind === 'image' && /banner/i.test(`${name} ${fieldName}`) ? [`${name} ${fieldName}`] : [],
  ),
);

/** Whether one of an image’s uses fulfills a condition. Swatches of attribute values have any size. */
const hasUse = (condition: RawBuilder<boolean>) => sql<boolean>`exists (
  select 1 from "fileUse" where "fileUse".file = asset.file
  and "fileUse".resource not in (${sql.join([...keepers, attributeValue.name])}) and ${condition})`;

const isBanner = sql<boolean>`"fileUse".resource || ' ' || "fileUse".field in (${sql.join(bannerFields)})`;

/** Whether an image is narrower than one of its uses needs. */
export const isTooSmall: RawBuilder<boolean> = sql<boolean>`(asset.type = 'image' and asset.width < ${neededWidths.banner}
  and ${hasUse(sql`(asset.width < ${neededWidths.other} or ${isBanner})`)})`;

const isElongated = sql<boolean>`(asset.width > 3 * asset.height or asset.height > 3 * asset.width)`;

/** Whether most of an image is cut off where it is used: an upright or square one in a banner, a strip elsewhere. */
export const isWrongShape: RawBuilder<boolean> = sql<boolean>`(asset.type = 'image' and (
  (2 * asset.width < 3 * asset.height and ${hasUse(isBanner)}) or (${isElongated} and ${hasUse(sql`not (${isBanner})`)})))`;

/** The assets that show the same as a file, which can be its own original. */
const similarTo = (file: RawBuilder<unknown>) => sql`"similarImage"
  join "assetFile" on "assetFile".file = "similarImage".other where "similarImage".file = ${file}`;

const othersLikeThis = sql`${similarTo(sql`asset.file`)} and "assetFile"."assetId" <> asset._id`;

/** How many other files of the library show the same. */
export const countSimilar: RawBuilder<number | string> =
  sql`(select count(distinct "assetFile"."assetId") from ${othersLikeThis})`;

/** Whether another file of the library shows the same, for example in another size. */
export const isDuplicate: RawBuilder<boolean> = sql<boolean>`exists (select 1 from ${othersLikeThis})`;

/** The condition for a file and those that show the same. */
export const isSimilarTo = (id: string): RawBuilder<boolean> => sql<boolean>`(asset._id = ${id} or asset._id in (
  select "assetFile"."assetId" from ${similarTo(sql`(select shown.file from asset as shown where shown._id = ${id})`)}))`;

/** The images of variants belong to their product. */
const owner = sql<string>`case when ${sql.ref('resource')} = ${productVariant.name} then ${product.name} else ${sql.ref('resource')} end`;

/** Selects the records that use some of the files, once for each file. */
export const selectUsers = (database: Database, files: readonly string[]) =>
  database
    .selectFrom('fileUse')
    .select(['file', owner.as('resource'), 'recordId'])
    .distinct()
    .where('file', 'in', files)
    .where('resource', 'not in', keepers);

/** Counts the records that use each of the files. */
export const countUsers = async (database: Database, files: readonly string[]): Promise<Map<string, number>> => {
  if (files.length === 0) return new Map();
  const rows = await database
    .selectFrom(selectUsers(database, files).as('users'))
    .select(['file', sql<number | string>`count(*)`.as('total')])
    .groupBy('file')
    .execute();
  return new Map(rows.map(({ file, total }) => [file, Number(total)]));
};

/** Counts the records of each resource that use one of the files. */
export const countByResource = async (
  database: Database,
  files: readonly string[],
): Promise<{ resource: Resource; total: number }[]> => {
  const rows = await database
    .selectFrom(selectUsers(database, files).as('users'))
    .select(['resource', sql<number | string>`count(*)`.as('total')])
    .groupBy('resource')
    .orderBy('resource')
    .execute();
  return rows.flatMap(({ resource: name, total }) => {
    const resource = findResource(name);
    return resource ? [{ resource, total: Number(total) }] : [];
  });
};

/** Describes the uses of files as those of a record that others refer to. */
export const describeFileUses = async (database: Database, files: readonly string[]): Promise<UsedBy[]> => {
  const described: UsedBy[] = [];
  for (const { resource, total } of await countByResource(database, files)) {
    const users = await database
      .selectFrom(selectUsers(database, files).as('users'))
      .select(['resource', 'recordId'])
      .where('resource', '=', resource.name)
      .orderBy('recordId', 'desc')
      .limit(maxReferrerNames)
      .execute();
    const summaries = await readSummaries(database, users);
    const names = users.flatMap((user) => summaries.get(toRecordKey(user))?.title ?? []);
    described.push({ resource: resource.name, field: null, total, blocks: true, names });
  }
  return described;
};
