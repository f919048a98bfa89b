import { sql } from 'kysely';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { hasPages } from '#shared/resource-kit/fields.ts';
import { findResource } from '#shared/resources/index.ts';
import type { PublicResource } from '#shared/site.ts';
import { type Database, type Row, resourceTables } from '../database/tables.ts';
import { column } from '../records/list-query.ts';
import { isVisible, type ReadContext, readOne } from './read.ts';

/** Reads the public record that has a slug, or had it last. */
export const readBySlug = async (
  context: ReadContext,
  resource: PublicResource,
  slug: string,
): Promise<Row | undefined> => {
  const found = await context.database
    .selectFrom('slug')
    .select('recordId')
    .where('resource', '=', resource.name)
    .where('slug', '=', slug)
    .executeTakeFirst();
  return found && readOne(context, resource, found.recordId);
};

const maxRedirects = 50_000;

/** Reads the former slugs of public records with the current ones; those of parts with the slug of their record before them. */
export const readRedirects = async (database: Database, page: PublicResource) => {
  const { parts, path } = page.site;
  const part = findResource(parts?.of ?? '');
  const read = async (resource: Resource, owner: string | null) => {
    const current = column(resource.name, 'slug');
    const before =
      owner === null ? sql`''` : sql`(select slug || '/' from ${sql.table(page.name)} where _id = ${sql.ref(owner)})`;
    const rows = await resourceTables(database)
      .selectFrom('slug')
      .innerJoin(resource.name, `${resource.name}._id`, 'slug.recordId')
      .where('slug.resource', '=', resource.name)
      .where(sql<boolean>`slug.slug <> ${current}`)
      .where(isVisible(resource))
      .select([sql<string>`${before} || slug.slug`.as('from'), sql<string>`${before} || ${current}`.as('to')])
      .orderBy('slug.slug')
      .limit(maxRedirects)
      .execute();
    return rows.map(({ from, to }) => ({ path, from, to }));
  };
  return [
    ...(await read(page, null)),
    ...(parts && part && hasPages(part) ? await read(part, `${part.name}.${parts.by}`) : []),
  ];
};
