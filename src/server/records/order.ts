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
