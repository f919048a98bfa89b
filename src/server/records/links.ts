import { type RawBuilder, sql } from 'kysely';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { type LinkField, listReferenceFields } from '#shared/resource-kit/fields.ts';
import { findResource } from '#shared/resources/index.ts';
import { type Database, resourceTables } from '../database/tables.ts';

const getLinkTable = (resource: Resource, name: string): LinkField => {
  const link = resource.links?.[name];
  if (!link || link.kind === 'inherited') throw new Error(`${resource.name}.${name} has no table of its own`);
  return link;
};

const selectIdsThrough = (target: string, { to, value }: { to: string; value: string }): RawBuilder<unknown> => {
  const reference = listReferenceFields(findResource(target) ?? { fields: {} }).find((field) => field.to === to);
  if (!reference) throw new Error(`${target} does not refer to any ${to}`);
  return sql`(select _id from ${sql.table(target)} where ${sql.ref(reference.name)} = ${value})`;
};

/** Returns the SQL condition that a row is linked to a record; undefined if the name isn't a link. */
export const matchesLink = (resource: Resource, name: string, value: string): RawBuilder<boolean> | undefined => {
  const link = resource.links?.[name];
  if (!link) return undefined;
  const isInherited = link.kind === 'inherited';
  const linkTable = getLinkTable(resource, isInherited ? link.through : name);
  const column = sql.ref(isInherited ? link.through : name);
  const condition = isInherited ? sql`in ${selectIdsThrough(linkTable.to, { to: link.to, value })}` : sql`= ${value}`;
  return sql<boolean>`${sql.ref(`${resource.name}._id`)} in (
    select ${sql.ref(linkTable.ownColumn)} from ${sql.table(linkTable.table)} where ${column} ${condition}
  )`;
};

export const findLinked = async (
  database: Database,
  { resource, name, ids }: { resource: Resource; name: string; ids: readonly string[] },
): Promise<string[]> => {
  const { table, ownColumn } = getLinkTable(resource, name);
  const rows = await resourceTables(database).selectFrom(table).select(ownColumn).where(name, 'in', ids).execute();
  return [...new Set(rows.map((row) => String(row[ownColumn])))];
};
