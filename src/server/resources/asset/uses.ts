import { type RawBuilder, sql } from 'kysely';
import { productVariant } from '#shared/product/variant.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { attributeValue } from '#shared/resources/attribute-value.ts';
import { findResource, resources } from '#shared/resources/index.ts';
import { product } from '#shared/resources/product.ts';
import { maxReferrerNames, type UsedBy } from '#shared/used-by.ts';
import type { Database, Row } from '../../database/tables.ts';
import { keepers } from '../../records/assets.ts';
import { readSummaries, toRecordKey } from '../../records/repository.ts';

/** The file of an asset, and its original if it was edited. */
export const filesOf = ({ file, original }: Row): string[] =>
  [file, original].flatMap((each) => (each ? [String(each)] : []));

/** Whether records use the file of an asset. */
export const isUsed: RawBuilder<boolean> = sql<boolean>`exists (
  select 1 from "fileUse" where "fileUse".file in (asset.file, asset.original) and "fileUse".resource not in (${sql.join(keepers)}))`;

/** The condition for files that a product or its variants use. */
export const isOfProduct = (productId: string): RawBuilder<boolean> => sql<boolean>`asset.file in (
  select file from "fileUse" where "recordId" = ${productId} and resource in (${product.name}, ${productVariant.name}))`;

/** Pixels that an image needs across the page, and beside other images on sharp screens. */
const neededWidths = { banner: 1200, other: 600 };

/** Fields that websites show as wide as the page. */
const bannerFields = resources.flatMap(({ name, fields }) =>
  Object.entries(fields).flatMap(([fieldName, { kind }]) =>
    kind === 'image' && /banner/i.test(`${name} ${fieldName}`) ? [`${name} ${fieldName}`] : [],
  ),
);

/** Whether an image is narrower than one of its uses needs. Swatches of attribute values are small. */
export const isTooSmall: RawBuilder<boolean> = sql<boolean>`(asset.type = 'image' and asset.width < ${neededWidths.banner} and exists (
  select 1 from "fileUse" where "fileUse".file = asset.file and "fileUse".resource not in (${sql.join([...keepers, attributeValue.name])})
  and (asset.width < ${neededWidths.other} or "fileUse".resource || ' ' || "fileUse".field in (${sql.join(bannerFields)}))))`;

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
