import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { displayNameOf, listReferenceFields } from '#shared/resource-kit/fields.ts';
import type { ListQuery } from '#shared/resource-kit/schemas.ts';
import { findResource } from '#shared/resources/index.ts';
import { searchKeyColumn } from '../database/schema.ts';
import { matchesFts, matchesSearch, searchIndexName } from '../database/search.ts';
import { isSqlite, type Row } from '../database/tables.ts';
import { toRange } from '../lib/pages.ts';
import { columnNames } from './columns.ts';
import { applyFieldFilters, type FieldFilters, includesAll } from './filters.ts';
import { buildOrder, isReferenceSort, joinSortedReference, selectIdsByReference, unreadSortColumns } from './order.ts';

type Tables = Record<string, Row>;
export type Query<Output> = SelectQueryBuilder<Tables, string, Output>;

export const column = (table: string, name: string) => sql.ref(`${table}.${name}`);

export type Search = Pick<ListQuery, 'query' | 'filters'>;
export type SearchCriteria = FieldFilters & { words: string[] };

export const applyFilters = (tables: Kysely<Tables>, criteria: SearchCriteria): Query<object> => {
  const { resource, words } = criteria;
  const query = applyFieldFilters(tables.selectFrom(resource.name) as Query<object>, criteria);
  if (words.length === 0) return query;
  return query.where(matchesSearch(resource, { words, hasFtsTable: isSqlite(tables) }));
};

/** Selects matching records through the search index, which returns them in key order without sorting. */
const filterBySearchIndex = (tables: Kysely<Tables>, criteria: SearchCriteria): Query<object> => {
  const { resource, words } = criteria;
  const index = searchIndexName(resource);
  const isSameRecord = sql<boolean>`${column(resource.name, searchKeyColumn)} = ${column(index, 'rowid')}`;
  // A cross join keeps SQLite from scanning the records first.
  const joined = tables.selectFrom(index).crossJoin(resource.name) as unknown as Query<object>;
  return applyFieldFilters(joined.where(isSameRecord).where(matchesFts(resource, words)), criteria);
};

export const buildCountQuery = (tables: Kysely<Tables>, criteria: SearchCriteria): Query<object> => {
  const { resource, words, filters } = criteria;
  if (!isSqlite(tables) || words.length === 0) return applyFilters(tables, criteria);
  if (Object.keys(filters).length > 0) return filterBySearchIndex(tables, criteria);
  const index = tables.selectFrom(searchIndexName(resource)) as unknown as Query<object>;
  return index.where(matchesFts(resource, words));
};

const listReferences = (resource: Resource) =>
  listReferenceFields(resource).flatMap(({ name: fieldName, to }) => {
    const target = findResource(to);
    return target ? [{ fieldName, target, alias: `${fieldName}_target` }] : [];
  });

const qualifiedColumns = (resource: Resource, from = resource.name) =>
  columnNames(resource).map((name) => `${from}.${name}`);

const readColumns = (resource: Resource, from: string) => [
  ...qualifiedColumns(resource, from),
  ...listReferences(resource).map(
    ({ fieldName, target, alias }) => `${alias}.${target.titleField} as ${displayNameOf(fieldName)}`,
  ),
];

export const joinDisplayNames = (query: Query<object>, resource: Resource, from = resource.name): Query<AnyRecord> =>
  listReferences(resource)
    .reduce(
      (soFar, { fieldName, target, alias }) =>
        soFar.leftJoin(`${target.name} as ${alias}`, `${alias}._id`, `${from}.${fieldName}`),
      query,
    )
    .select(readColumns(resource, from)) as unknown as Query<AnyRecord>;

export const buildListQuery = (
  tables: Kysely<Tables>,
  criteria: SearchCriteria,
  { sort, isReversed = false }: { sort: ListQuery['sort']; isReversed?: boolean },
): Query<object> => {
  const { resource, words } = criteria;
  if (sort || words.length === 0 || !isSqlite(tables)) {
    const joined = joinSortedReference(applyFilters(tables, criteria), resource, sort);
    return joined.orderBy(buildOrder(resource, sort, { isReversed }));
  }
  const key = column(searchIndexName(resource), 'rowid');
  return filterBySearchIndex(tables, criteria).orderBy(isReversed ? sql`${key} asc` : sql`${key} desc`);
};

/** Skipping this many rows takes longer than looking up those of the page by their ids. */
const deepOffset = 1000;

type Page = {
  offset: number;
  limit: number;
  isReversed: boolean;
  /** Whether so many records match that a page is found sooner in their order than by its filters. */
  isBroad: boolean;
};

/** SQLite sorts this many records slower than it reads an ordered index until a page is full (ADR 71). */
const broadTotal = 20_000;

/** Reads a page of the second half from the end, so that at most half of the records are skipped. */
export const toPage = (query: ListQuery, total: number): Page => {
  const { offset, limit: size } = toRange(query);
  const toShape = (page: Omit<Page, 'isBroad'>): Page => ({
    ...page,
    isBroad: total >= broadTotal && page.offset < deepOffset,
  });
  if (offset >= total || offset <= total / 2) return toShape({ offset, limit: size, isReversed: false });
  const limit = Math.min(size, total - offset);
  return toShape({ offset: total - offset - limit, limit, isReversed: true });
};

type PageOptions = Page & Pick<ListQuery, 'sort'> & { listColumns: readonly string[] };

/**
 * Joins titles to the records of one page only; a join before the limit would look them up for all previous pages. A
 * page far from both ends, or in the order of a reference's title, is found by its ids, which are read from an index.
 */
export const buildPageQuery = (
  tables: Kysely<Tables>,
  criteria: SearchCriteria,
  page: PageOptions,
): Query<AnyRecord> => {
  const { resource } = criteria;
  const { sort, offset, limit, isReversed, isBroad, listColumns } = page;
  const byReference = includesAll(criteria) && !isSqlite(tables) ? selectIdsByReference(resource, page) : undefined;
  const ignoresFilterIndexes =
    isBroad && isSqlite(tables) && criteria.words.length === 0 && sort !== null && !isReferenceSort(resource, sort);
  const inOrder = buildListQuery(tables, { ...criteria, ignoresFilterIndexes }, { sort, isReversed })
    .limit(limit)
    .offset(offset);
  const extraColumns = listColumns.map((name) => `${resource.name}.${name}`);
  const columns = [...new Set([...qualifiedColumns(resource), ...extraColumns, ...unreadSortColumns(resource, sort)])];
  const rows =
    offset >= deepOffset || isReferenceSort(resource, sort)
      ? (tables.selectFrom(resource.name) as Query<object>)
          .where(`${resource.name}._id`, 'in', byReference ?? inOrder.select(`${resource.name}._id`))
          .select(columns)
      : inOrder.select(columns);
  const found = tables.selectFrom(rows.as('page')) as unknown as Query<object>;
  return joinDisplayNames(found, resource, 'page')
    .select(listColumns.map((name) => `page.${name}`))
    .orderBy(buildOrder(resource, sort, { from: 'page' })) as Query<AnyRecord>;
};
