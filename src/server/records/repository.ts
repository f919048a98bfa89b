import { type CompiledQuery, type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { SelectOption } from '#shared/api.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { displayNameOf, hasFileFields, listReferenceFields } from '#shared/resource-kit/fields.ts';
import type { ListCriteria, ListQuery } from '#shared/resource-kit/schemas.ts';
import { findResource } from '#shared/resources/index.ts';
import { inChunks } from '../database/chunks.ts';
import { decodeRow, filesColumn } from '../database/codec.ts';
import { createQueryCache } from '../database/compiled-queries.ts';
import { searchKeyColumn } from '../database/schema.ts';
import { matchesFts, matchesSearch, searchIndexName } from '../database/search.ts';
import { type Database, isSqlite, type Row, resourceTables, supportsRowLocks } from '../database/tables.ts';
import { withoutStatementTimeout } from '../database/without-statement-timeout.ts';
import { applyFieldFilters, type FieldFilters, type FilterConditions, includesAll } from './filters.ts';
import { findLinked } from './links.ts';
import {
  buildOrder,
  isReferenceSort,
  joinSortedReference,
  selectIdsByReference,
  unreadSortColumns,
} from './order.ts';
import { tokenize } from './search-text.ts';
import { readTotal } from './totals.ts';

type Tables = Record<string, Row>;
type Query<Output> = SelectQueryBuilder<Tables, string, Output>;

const streamChunkSize = 200;

const column = (table: string, name: string) => sql.ref(`${table}.${name}`);

type Search = Pick<ListQuery, 'query' | 'filters'>;
type SearchCriteria = FieldFilters & { words: string[] };

const applyFilters = (tables: Kysely<Tables>, criteria: SearchCriteria): Query<object> => {
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

const buildCountQuery = (tables: Kysely<Tables>, criteria: SearchCriteria): Query<object> => {
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

const columnNameCache = new WeakMap<Resource, readonly string[]>();

/** Columns of a record, without the search columns. */
export const columnNames = (resource: Resource): readonly string[] => {
  const names = columnNameCache.get(resource) ?? [
    '_id',
    ...Object.keys(resource.fields),
    ...(hasFileFields(resource) ? [filesColumn] : []),
    'version',
    'createdAt',
    'updatedAt',
  ];
  columnNameCache.set(resource, names);
  return names;
};

const qualifiedColumns = (resource: Resource, from = resource.name) =>
  columnNames(resource).map((name) => `${from}.${name}`);

export const pickRecordFields = (resource: Resource, row: Row): Row => {
  const values: Row = {};
  for (const name of columnNames(resource)) values[name] = row[name];
  return values;
};

const readColumns = (resource: Resource, from: string) => [
  ...qualifiedColumns(resource, from),
  ...listReferences(resource).map(
    ({ fieldName, target, alias }) => `${alias}.${target.titleField} as ${displayNameOf(fieldName)}`,
  ),
];

const joinDisplayNames = (query: Query<object>, resource: Resource, from = resource.name): Query<AnyRecord> =>
  listReferences(resource)
    .reduce(
      (soFar, { fieldName, target, alias }) =>
        soFar.leftJoin(`${target.name} as ${alias}`, `${alias}._id`, `${from}.${fieldName}`),
      query,
    )
    .select(readColumns(resource, from)) as unknown as Query<AnyRecord>;

const buildListQuery = (
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

type Page = { offset: number; limit: number; isReversed: boolean };

/** Reads a page of the second half from the end, so that at most half of the records are skipped. */
const toPage = ({ pageIndex, pageSize }: ListQuery, total: number): Page => {
  const offset = pageIndex * pageSize;
  if (offset >= total || offset <= total / 2) return { offset, limit: pageSize, isReversed: false };
  const limit = Math.min(pageSize, total - offset);
  return { offset: total - offset - limit, limit, isReversed: true };
};

type PageOptions = Page & Pick<ListQuery, 'sort'> & { listColumns: readonly string[] };

/** Skipping this many rows takes longer than looking up those of the page by their ids. */
const deepOffset = 1000;

/**
 * Joins titles to the records of one page only; a join before the limit would look them up for all previous pages. A
 * page far from both ends, or in the order of a reference's title, is found by its ids, which are read from an index.
 */
const buildPageQuery = (
  tables: Kysely<Tables>,
  criteria: SearchCriteria,
  page: PageOptions,
): Query<AnyRecord> => {
  const { resource } = criteria;
  const { sort, offset, limit, isReversed, listColumns } = page;
  const byReference =
    includesAll(criteria) && !isSqlite(tables) ? selectIdsByReference(resource, page) : undefined;
  const inOrder = buildListQuery(tables, criteria, { sort, isReversed }).limit(limit).offset(offset);
  const extraColumns = listColumns.map((name) => `${resource.name}.${name}`);
  const columns = [
    ...new Set([...qualifiedColumns(resource), ...extraColumns, ...unreadSortColumns(resource, sort)]),
  ];
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

type ListHooks = { filters?: FilterConditions; listColumns?: readonly string[] };

/**
 * Queries for the records of one resource, without files and hooks. Rows hold decoded values. Lists with the resource's
 * extra filters or columns need its hooks.
 */
export const createRepository = (
  resource: Resource,
  database: Database,
  { filters: conditions = {}, listColumns = [] }: ListHooks = {},
) => {
  const tables = resourceTables(database);
  const table = resource.name;
  const all = tables.selectFrom(table) as Query<object>;
  const toCriteria = ({ query, filters }: Search): SearchCriteria => ({
    ...{ resource, filters, conditions },
    words: tokenize(query),
  });
  const compiled = createQueryCache();
  /** Runs a list query that was compiled before. The conditions of extra filters may depend on the time. */
  const run = async <Output>(
    { filters }: SearchCriteria,
    shape: unknown,
    build: () => Query<Output>,
  ): Promise<Output[]> => {
    if (Object.keys(filters).some((name) => conditions[name])) return build().execute();
    const query = compiled(JSON.stringify(shape), () => build().compile()) as CompiledQuery<Output>;
    return (await tables.executeQuery(query)).rows;
  };
  const countRows = async (criteria: SearchCriteria): Promise<number> => {
    const { filters, words } = criteria;
    const [counted] = await run(criteria, { filters, words }, () =>
      buildCountQuery(tables, criteria).select(sql<number | string>`count(*)`.as('total')),
    );
    return Number(counted?.total);
  };
  const count = (criteria: SearchCriteria): Promise<number> =>
    readTotal(database, { counted: criteria, count: () => countRows(criteria) });
  const decode = <R extends Row>(row: R) => decodeRow(resource, row) as R;
  return {
    list: async (query: ListQuery) => {
      const criteria = toCriteria(query);
      const total = await count(criteria);
      const page = { sort: query.sort, ...toPage(query, total), listColumns };
      const { filters, words } = criteria;
      const data = await run(criteria, { filters, words, page }, () =>
        buildPageQuery(tables, criteria, page),
      );
      return { data: data.map(decode), total };
    },
    count: (search: Search): Promise<number> => count(toCriteria(search)),
    listOptions: async ({
      limit,
      ...search
    }: Search & Pick<ListQuery, 'limit'>): Promise<{ data: SelectOption[]; total?: number }> => {
      const criteria = toCriteria(search);
      const label = column(table, resource.titleField);
      const options = applyFilters(tables, criteria)
        .select([sql<string>`${label}`.as('label'), sql<string>`${column(table, '_id')}`.as('value')])
        .orderBy(buildOrder(resource, { field: resource.titleField, direction: 'asc' }));
      if (limit === undefined) return { data: await options.execute() };
      const data = await options.limit(limit).execute();
      return { data, total: data.length < limit ? data.length : await count(criteria) };
    },
    /** Returns the ids of all records of a list, newest first. */
    findIds: async (search: Search): Promise<string[]> => {
      const rows = await buildListQuery(tables, toCriteria(search), { sort: null })
        .select(sql<string>`${column(table, '_id')}`.as('_id'))
        .execute();
      return rows.map(({ _id }) => _id);
    },
    /** Streams all records of a list as of the start of the query. */
    stream: async function* ({ sort, ...search }: ListCriteria): AsyncGenerator<AnyRecord> {
      const rows = withoutStatementTimeout(database, (connection) => {
        const matching = buildListQuery(resourceTables(connection), toCriteria(search), { sort });
        return joinDisplayNames(matching, resource)
          .select(listColumns.map((name) => `${table}.${name}`))
          .stream(streamChunkSize);
      });
      for await (const row of rows) yield decode(row as AnyRecord);
    },
    /** Returns all records, or all that match filters, oldest first. */
    listAll: async (filters: ListQuery['filters'] = {}): Promise<AnyRecord[]> => {
      const matching = applyFilters(tables, toCriteria({ query: '', filters }));
      const records = await joinDisplayNames(matching, resource).orderBy(`${table}._id`).execute();
      return records.map(decode);
    },
    find: async (id: string): Promise<AnyRecord | undefined> => {
      const record = await joinDisplayNames(all, resource).where(`${table}._id`, '=', id).executeTakeFirst();
      return record && decode(record);
    },
    findMany: async (ids: readonly string[]): Promise<AnyRecord[]> => {
      const found: AnyRecord[] = [];
      for (const chunk of inChunks(ids)) {
        const records = await joinDisplayNames(all, resource).where(`${table}._id`, 'in', chunk).execute();
        found.push(...records.map(decode));
      }
      return found;
    },
    /** Returns rows in no particular order. `forUpdate` locks them until the end of the transaction. */
    findRows: async (ids: readonly string[], { forUpdate = false } = {}): Promise<Row[]> => {
      const found: Row[] = [];
      for (const chunk of inChunks(ids)) {
        const rows = await (tables.selectFrom(table) as Query<object>)
          .selectAll(table)
          .where('_id', 'in', chunk)
          .$if(forUpdate && supportsRowLocks(database), (query) => query.forUpdate())
          .execute();
        for (const row of rows) found.push(decode(row as Row));
      }
      return found;
    },
    findSingletonId: async (): Promise<string | undefined> => {
      const row = await tables.selectFrom(table).select('_id').limit(1).executeTakeFirst();
      return row && String(row._id);
    },
    remove: async (ids: readonly string[]): Promise<void> => {
      for (const chunk of inChunks(ids)) {
        await tables.deleteFrom(table).where('_id', 'in', chunk).execute();
      }
    },
    /** Returns ids of the records whose field or link refers to any of `ids`. */
    findReferrerIds: async (fieldName: string, ids: readonly string[]): Promise<string[]> => {
      if (resource.links?.[fieldName]) return findLinked(database, { resource, name: fieldName, ids });
      const found: string[] = [];
      for (const chunk of inChunks(ids)) {
        const rows = await tables.selectFrom(table).select('_id').where(fieldName, 'in', chunk).execute();
        for (const row of rows) found.push(String(row._id));
      }
      return found;
    },
  };
};

export type Repository = ReturnType<typeof createRepository>;
