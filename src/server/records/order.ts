import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { isReferenceField } from '#shared/resource-kit/fields.ts';
import type { ListQuery } from '#shared/resource-kit/schemas.ts';
import { findResource } from '#shared/resources/index.ts';
import { sortExpression } from '../database/schema.ts';
import type { Row } from '../database/tables.ts';

type Sort = ListQuery['sort'];

const findSortedReference = ({ fields }: Resource, sort: Sort) => {
  const field = sort ? fields[sort.field] : undefined;
  return field && isReferenceField(field) ? findResource(field.to) : undefined;
};

/** Whether the order is by the title of a referenced record. */
export const isReferenceSort = (resource: Resource, sort: Sort): boolean =>
  findSortedReference(resource, sort) !== undefined;

/** Qualified columns to sort by that aren't part of a record, such as a product's number of images. */
export const unreadSortColumns = ({ name, fields, extraSorts = [] }: Resource, sort: Sort): string[] =>
  sort && extraSorts.includes(sort.field) && !(sort.field in fields) ? [`${name}.${sort.field}`] : [];

/** The title of the referenced record, which a query over many rows joins, and one over a page looks up. */
const toSortValue = (resource: Resource, field: string, from: string): string => {
  const target = findSortedReference(resource, { field, direction: 'asc' });
  const column = `"${from}"."${field}"`;
  if (!target) return sortExpression(resource.fields[field], column);
  const title = sortExpression(target.fields[target.titleField], `sorted."${target.titleField}"`);
  if (from === resource.name) return title;
  return `(select ${title} from "${target.name}" as sorted where sorted."_id" = ${column})`;
};

/** Joins the record whose title a list is sorted by: PostgreSQL reads the titles once instead of once per row. */
export const joinSortedReference = <Output>(
  query: SelectQueryBuilder<Record<string, Row>, string, Output>,
  resource: Resource,
  sort: Sort,
): SelectQueryBuilder<Record<string, Row>, string, Output> => {
  const target = findSortedReference(resource, sort);
  if (!target || !sort) return query;
  return query.leftJoin(`${target.name} as sorted`, 'sorted._id', `${resource.name}.${sort.field}`);
};

type Page = { sort: Sort; isReversed: boolean; offset: number; limit: number };

/**
 * Selects the ids of a page of all records in the order of a reference's title on PostgreSQL, from the records of one
 * referenced record after the other until the page is full; a join would sort all records. Returns undefined for other
 * orders.
 */
export const selectIdsByReference = (
  resource: Resource,
  { sort, isReversed, offset, limit }: Page,
): RawBuilder<string> | undefined => {
  const target = findSortedReference(resource, sort);
  if (!target || !sort) return undefined;
  const isAscending = (sort.direction === 'asc') !== isReversed;
  const [byTitle, byId] = isAscending ? [sql`asc`, sql`desc`] : [sql`desc`, sql`asc`];
  const title = sql.raw(sortExpression(target.fields[target.titleField], `"${target.titleField}"`));
  const [table, reference] = [sql.table(resource.name), sql.ref(sort.field)];
  return sql<string>`(
    select listed._id
    from (
      select _id, ${title} as title from ${sql.table(target.name)} union all select null, null
    ) as target
    cross join lateral (
      (
        select _id from ${table} where ${reference} = target._id
        order by _id ${byId} limit ${offset + limit}
      ) union all (
        select _id from ${table} where target._id is null and ${reference} is null
        order by ${reference} ${byTitle}, _id ${byId} limit ${offset + limit}
      )
    ) as listed
    order by target.title ${byTitle}, listed._id ${byId} limit ${limit} offset ${offset}
  )`;
};

/**
 * Sorts equal values newest first; a descending order reverses that too. Rows of the resource's own table need
 * `joinSortedReference`.
 */
export const buildOrder = (
  resource: Resource,
  sort: Sort,
  { from = resource.name, isReversed = false } = {},
): RawBuilder<unknown> => {
  const id = sql.ref(`${from}._id`);
  if (!sort) return isReversed ? sql`${id} asc` : sql`${id} desc`;
  const value = sql.raw(toSortValue(resource, sort.field, from));
  const isAscending = (sort.direction === 'asc') !== isReversed;
  return isAscending ? sql`${value} asc, ${id} desc` : sql`${value} desc, ${id} asc`;
};
