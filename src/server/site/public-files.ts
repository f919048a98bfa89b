import { sql } from 'kysely';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { findResource } from '#shared/resources/index.ts';
import type { PublicResource } from '#shared/site.ts';
import { resourceTables } from '../database/tables.ts';
import { column } from '../records/list-query.ts';
import type { PreviewedRecord } from './previews.ts';
import { isVisible, type ReadContext } from './read.ts';

/** Whether a public record uses a file in a public field, or the previewed one. */
export const isPublicFile = async (
  { database, preview = null }: ReadContext,
  { file, resources }: { file: string; resources: readonly PublicResource[] },
): Promise<boolean> => {
  const uses = await database
    .selectFrom('fileUse')
    .select(['resource', 'recordId', 'field'])
    .where('file', '=', file)
    .execute();
  const tables = resourceTables(database);
  const isUsedBy = async (owner: Resource, isUse: (use: (typeof uses)[number]) => boolean): Promise<boolean> => {
    const ids = uses.filter(isUse).map(({ recordId }) => recordId);
    if (ids.length === 0) return false;
    const isShown =
      preview && preview !== 'all'
        ? sql<boolean>`(${isVisible(owner)} or ${column(owner.name, previewedBy(owner, preview))} = ${preview.id})`
        : isVisible(owner);
    const found = tables.selectFrom(owner.name).select('_id').where(isShown).where('_id', 'in', ids).limit(1);
    return (await found.execute()).length > 0;
  };
  for (const resource of resources) {
    const part = findResource(resource.site.parts?.of ?? '');
    const owners = [resource, ...(part ? [part] : []), ...(resource.name === 'product' ? productParts() : [])];
    for (const owner of owners) {
      const isPublicUse = (use: (typeof uses)[number]) =>
        use.resource === owner.name && Boolean(owner.site?.fields.includes(use.field));
      if (await isUsedBy(owner, isPublicUse)) return true;
    }
    const isOfVariant = (use: (typeof uses)[number]) => use.resource === 'productVariant';
    if (resource.name === 'product' && (await isUsedBy(resource, isOfVariant))) return true;
  }
  return false;
};

/** The column with the id of the previewed record: that of its parts has another name. */
const previewedBy = (owner: Resource, { resource }: PreviewedRecord): string => {
  const parts = findResource(resource)?.site?.parts;
  return parts?.of === owner.name ? parts.by : '_id';
};

/** Attribute values are shown with the variants of products. */
const productParts = (): Resource[] => [findResource('attributeValue')].filter((found) => found !== undefined);
