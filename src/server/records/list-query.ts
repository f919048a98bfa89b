import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { checkFilterName } from '#shared/resource-kit/check-filter.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { displayNameOf, hasFileFields, isReferenceField, listReferenceFields } from '#shared/resource-kit/fields.ts';
import type { ListQuery } from '#shared/resource-kit/schemas.ts';
import { findResource } from '#shared/resources/index.ts';
import { encodeFilter, filesColumn, searchKeyColumn, sortExpression } from '../database/schema.ts';
import { type Match, matchesFts, matchesSearch, searchIndexName } from '../database/search.ts';
import { isSqlite, type Row } from '../database/tables.ts';
import type { Range } from '../lib/pages.ts';
import { matchesLink } from './links.ts';

type Tables = Record<string, Row>;
export type Query<Output> = SelectQueryBuilder<Tables, string, Output>;

/** SQL conditions on a resource's row by filter, for filters that don't compare a column with the value. */
export type FilterConditions = Readonly<Record<string, (value: string) => RawBuilder<boolean>>>;

export type Search = Pick<ListQuery, 'query' | 'filters'>;
export type SearchCriteria = {
  resource: Resource;
  /** Required content of a record's search text; null for all records. */
  match: Match | null;
  /** The records that a search finds by other data, such as the products that use a file. */
  others?: RawBuilder<boolean> | undefined;
  filters: Readonly<Record<string, string>>;
  conditions: FilterConditions;
};

type Sort = ListQuery['sort'];

export const column = (table: string, name: string) => sql.ref(`${table}.${name}`);

// Columns

/** Columns of a record, without the search columns. */
export const columnNames = (resource: Resource): readonly string[] => [
  '_id',
  ...Object.keys(resource.fields),
  ...(hasFileFields(resource) ? [filesColumn] : []),
  'version',
  'createdAt',
  'updatedAt',
];

export const pickRecordFields = (resource: Resource, row: Row): Row => {
  const values: Row = {};
  for (const name of columnNames(resource)) values[name] = row[name];
  return values;
};

const qualifiedColumns = (resource: Resource, listColumns: readonly string[], from = resource.name) =>
  [...columnNames(resource), ...listColumns].map((name) => `${from}.${name}`);

/** Selects the columns of records with the titles of referenced records, and extra columns of lists. */
export const joinDisplayNames = (
  query: Query<object>,
  resource: Resource,
  { from = resource.name, listColumns = [] }: { from?: string; listColumns?: readonly string[] } = {},
): Query<AnyRecord> => {
  const references = listReferenceFields(resource).flatMap(({ name, to }) => {
    const target = findResource(to);
    return target ? [{ name, target, alias: `${name}_target` }] : [];
  });
  const titles = references.map(({ name, target, alias }) => `${alias}.${target.titleField} as ${displayNameOf(name)}`);
  return references
    .reduce(
      (joined, { name, target, alias }) =>
        joined.leftJoin(`${target.name} as ${alias}`, `${alias}._id`, `${from}.${name}`),
      query,
    )
    .select([...qualifiedColumns(resource, listColumns, from), ...titles]) as unknown as Query<AnyRecord>;
};

// Filters and search

export const matchesNothing: RawBuilder<boolean> = sql<boolean>`1 = 0`;

/** A condition for Yes and its negation for No; other values match nothing. */
export const matchesYesNo = (value: string, condition: RawBuilder<boolean>): RawBuilder<boolean> => {
  if (value === 'true') return condition;
  return value === 'false' ? sql<boolean>`not (${condition})` : matchesNothing;
};

/** The condition for records with pictures without alternative text, or with texts to check. */
const matchesFinding = ({ name }: Resource, value: string): RawBuilder<boolean> => {
  const found = sql`select "recordId" from "finding" where "resource" = ${name} and ${sql.ref(value === 'pictures' ? 'pictures' : 'texts')} > 0`;
  return sql<boolean>`${sql.ref(`${name}._id`)} in (${found})`;
};

type FilterOptions = {
  /** Keeps SQLite from finding the rows by an index of a filter. */
  ignoresIndexes?: boolean;
};

const applyFilters = (
  query: Query<object>,
  { resource, filters, conditions }: SearchCriteria,
  { ignoresIndexes = false }: FilterOptions = {},
): Query<object> =>
  Object.entries(filters).reduce((filtered, [name, value]) => {
    const condition =
      conditions[name]?.(value) ??
      matchesLink(resource, name, value) ??
      (name === checkFilterName ? matchesFinding(resource, value) : undefined) ??
      sql<boolean>`${column(resource.name, name)} = ${encodeFilter(resource.fields[name], value)}`;
    return filtered.where(ignoresIndexes ? sql<boolean>`+(${condition})` : condition);
  }, query);

/** Selects the matching records in no particular order. */
export const selectMatching = (tables: Kysely<Tables>, criteria: SearchCriteria, options?: FilterOptions) => {
  const { resource, match, others } = criteria;
  const query = applyFilters(tables.selectFrom(resource.name) as Query<object>, criteria, options);
  if (match === null) return query;
  const isMatch = matchesSearch(resource, { match, hasFtsTable: isSqlite(tables) });
  return query.where(others ? sql<boolean>`(${isMatch} or ${others})` : isMatch);
};

/** Selects matching records through SQLite's search index, which returns them in key order without sorting. */
const selectBySearchIndex = (tables: Kysely<Tables>, criteria: SearchCriteria, match: Match): Query<object> => {
  const { resource } = criteria;
  const index = searchIndexName(resource);
  const isSameRecord = sql<boolean>`${column(resource.name, searchKeyColumn)} = ${column(index, 'rowid')}`;
  // A cross join keeps SQLite from scanning the records first.
  const joined = tables.selectFrom(index).crossJoin(resource.name) as unknown as Query<object>;
  return applyFilters(joined.where(isSameRecord).where(matchesFts(resource, match)), criteria);
};

export const buildCountQuery = (tables: Kysely<Tables>, criteria: SearchCriteria): Query<object> => {
  const { resource, match, others, filters } = criteria;
  if (!isSqlite(tables) || match === null || others) return selectMatching(tables, criteria);
  if (Object.keys(filters).length > 0) return selectBySearchIndex(tables, criteria, match);
  const index = tables.selectFrom(searchIndexName(resource)) as unknown as Query<object>;
  return index.where(matchesFts(resource, match));
};

// Order

/** The resource by whose titles a list is sorted. */
const findSortedReference = ({ fields }: Resource, sort: Sort): Resource | undefined => {
  const field = sort ? fields[sort.field] : undefined;
  return field && isReferenceField(field) ? findResource(field.to) : undefined;
};

/** The title of the referenced record, which a query over many rows joins, and one over a page looks up. */
const toSortValue = (resource: Resource, field: string, from: string): string => {
  const target = findSortedReference(resource, { field, direction: 'asc' });
  const sorted = `"${from}"."${field}"`;
  if (!target) return sortExpression(resource.fields[field], sorted);
  const title = sortExpression(target.fields[target.titleField], `sorted."${target.titleField}"`);
  if (from === resource.name) return title;
  return `(select ${title} from "${target.name}" as sorted where sorted."_id" = ${sorted})`;
};

/** Sorts equal values newest first; a descending order reverses that too. */
export const buildOrder = (
  resource: Resource,
  sort: Sort,
  { from = resource.name, isReversed = false } = {},
): RawBuilder<unknown> => {
  const id = column(from, '_id');
  if (!sort) return isReversed ? sql`${id} asc` : sql`${id} desc`;
  const value = sql.raw(toSortValue(resource, sort.field, from));
  const isAscending = (sort.direction === 'asc') !== isReversed;
  return isAscending ? sql`${value} asc, ${id} desc` : sql`${value} desc, ${id} asc`;
};

/**
 * Selects the ids of a page of all records in the order of a reference's title, on PostgreSQL: from the records of one
 * referenced record after the other until the page is full, because a left join would sort all records.
 */
const selectIdsByTitle = (
  { name }: Resource,
  target: Resource,
  { reference, isAscending, offset, limit }: { reference: string; isAscending: boolean; offset: number; limit: number },
): RawBuilder<string> => {
  const [byTitle, byId] = isAscending ? [sql`asc`, sql`desc`] : [sql`desc`, sql`asc`];
  const title = sql.raw(sortExpression(target.fields[target.titleField], `target."${target.titleField}"`));
  const [table, referring] = [sql.table(name), sql.ref(`listed.${reference}`)];
  return sql<string>`(
    select _id from (
      (
        select listed._id, ${title} as title from ${sql.table(target.name)} as target
        join ${table} as listed on ${referring} = target._id
        order by title ${byTitle}, listed._id ${byId} limit ${offset + limit}
      ) union all (
        select listed._id, null from ${table} as listed where ${referring} is null
        order by ${referring} ${byTitle}, listed._id ${byId} limit ${offset + limit}
      )
    ) as page order by title ${byTitle}, _id ${byId} limit ${limit} offset ${offset}
  )`;
};

/** Selects the matching records in the order of a list. */
export const buildListQuery = (
  tables: Kysely<Tables>,
  criteria: SearchCriteria,
  { sort, isReversed = false, ...options }: FilterOptions & { sort: Sort; isReversed?: boolean },
): Query<object> => {
  const { resource, match, others } = criteria;
  if (!sort && match !== null && !others && isSqlite(tables)) {
    const key = column(searchIndexName(resource), 'rowid');
    return selectBySearchIndex(tables, criteria, match).orderBy(isReversed ? sql`${key} asc` : sql`${key} desc`);
  }
  const matching = selectMatching(tables, criteria, options);
  const target = findSortedReference(resource, sort);
  // PostgreSQL reads the titles once instead of once per row.
  const joined =
    target && sort
      ? matching.leftJoin(`${target.name} as sorted`, 'sorted._id', `${resource.name}.${sort.field}`)
      : matching;
  return joined.orderBy(buildOrder(resource, sort, { isReversed }));
};

/**
 * Selects matches on PostgreSQL, those of `first` and then the newest first. No index has this order, so all matches
 * are found by their words and sorted.
 */
export const buildSortedQuery = (
  tables: Kysely<Tables>,
  criteria: SearchCriteria,
  first: Match | null,
): Query<object> => {
  const { resource } = criteria;
  const isFirst = first && matchesSearch(resource, { match: first, hasFtsTable: false });
  return selectMatching(tables, criteria)
    .$if(isFirst !== null, (matching) => matching.orderBy(sql`(${isFirst}) desc`))
    .orderBy(sql`${column(resource.name, '_id')} || '' desc`);
};

// Pages

/** Skipping this many rows takes longer than looking up those of the page by their ids. */
const deepOffset = 1000;
/** SQLite sorts this many records slower than it reads an ordered index until a page is full (ADR 51). */
const broadTotal = 20_000;

type PageOptions = {
  sort: Sort;
  range: Range;
  /** The number of all matching records, as far as it is known. */
  total: number;
  listColumns: readonly string[];
};

/** Joins titles to the records of one page only; a join before the limit would look them up for all previous pages. */
export const buildPageQuery = (
  tables: Kysely<Tables>,
  criteria: SearchCriteria,
  { sort, range, total, listColumns }: PageOptions,
): Query<AnyRecord> => {
  const { resource } = criteria;
  const { name } = resource;
  const { offset: skipped, limit: size } = range;
  // A page of the second half is read from the end, so that at most half of the records are skipped.
  const isReversed = skipped < total && skipped > total / 2;
  const limit = isReversed ? Math.min(size, total - skipped) : size;
  const offset = isReversed ? total - skipped - limit : skipped;

  const target = findSortedReference(resource, sort);
  const isByTitle = target !== undefined;
  const isBroad = total >= broadTotal && offset < deepOffset;
  const ignoresIndexes = isBroad && isSqlite(tables) && criteria.match === null && sort !== null && !isByTitle;
  const inOrder = buildListQuery(tables, criteria, { sort, isReversed, ignoresIndexes }).limit(limit).offset(offset);

  const columns = qualifiedColumns(resource, listColumns);
  const isOfAll = criteria.match === null && Object.keys(criteria.filters).length === 0;
  const isAscending = (sort?.direction === 'asc') !== isReversed;
  const ids =
    target && sort && isOfAll && !isSqlite(tables)
      ? selectIdsByTitle(resource, target, { reference: sort.field, isAscending, offset, limit })
      : inOrder.select(`${name}._id`);
  // Records far from both ends are found by their ids, which are read from an index.
  const rows =
    offset >= deepOffset || isByTitle
      ? (tables.selectFrom(name) as Query<object>).where(`${name}._id`, 'in', ids).select(columns)
      : inOrder.select(columns);
  const page = tables.selectFrom(rows.as('page')) as unknown as Query<object>;
  return joinDisplayNames(page, resource, { from: 'page', listColumns }).orderBy(
    buildOrder(resource, sort, { from: 'page' }),
  ) as Query<AnyRecord>;
};
