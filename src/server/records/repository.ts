import { type CompiledQuery, sql } from 'kysely';
import type { SelectOption } from '#shared/api.ts';
import { findEqualOptions } from '#shared/options.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { displayNameOf, isReferenceField } from '#shared/resource-kit/fields.ts';
import { findImageField, getRecordImage } from '#shared/resource-kit/list-fields.ts';
import type { ListCriteria, ListQuery } from '#shared/resource-kit/schemas.ts';
import { findResource } from '#shared/resources/index.ts';
import { decodeRow } from '../database/schema.ts';
import type { Match } from '../database/search.ts';
import { type Database, isSqlite, type Row, resourceTables, supportsRowLocks } from '../database/tables.ts';
import { withoutStatementTimeout } from '../database/transactions.ts';
import { type Range, toRange } from '../lib/pages.ts';
import type { ResourceHooks } from './hooks.ts';
import { findLinked } from './links.ts';
import {
  buildCountQuery,
  buildListQuery,
  buildOrder,
  buildPageQuery,
  buildSortedQuery,
  column,
  joinDisplayNames,
  type Query,
  type Search,
  type SearchCriteria,
  selectMatching,
} from './list-query.ts';
import { findMatch, type SearchMatch } from './search.ts';
import { groupBy } from './stored-rows.ts';

const streamChunkSize = 200;
/** Number of the newest matches that are sorted by relevance. */
const maxRanked = 500;
/** PostgreSQL finds and sorts fewer matches sooner than it reads records in order until it has enough of them. */
const broadMatches = 5000;

type Total = { total: number | string };
type Counted = { snapshot: string; rows: Promise<Total[]> };

/** The totals of lists on PostgreSQL, where a count of 100,000 records takes as long as the rest of a list. */
const totals = new WeakMap<Database, Map<string, Counted>>();
const maxTotals = 500;

/** Counts once for equal lists, until any transaction has written. Transactions see their own writes, so they count. */
const countOnce = async <R extends Total>(database: Database, query: CompiledQuery<R>): Promise<R[]> => {
  const count = async () => (await database.executeQuery(query)).rows;
  if (isSqlite(database) || database.isTransaction) return count();
  const { rows } = await sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`.execute(database);
  const snapshot = rows[0]?.snapshot ?? '';
  const known = totals.get(database) ?? new Map<string, Counted>();
  totals.set(database, known);
  const key = JSON.stringify([query.sql, query.parameters]);
  const found = known.get(key);
  if (found?.snapshot === snapshot) return found.rows as Promise<R[]>;
  const counted = count();
  if (known.size >= maxTotals) known.clear();
  known.set(key, { snapshot, rows: counted });
  return counted.catch((error: unknown) => {
    known.delete(key);
    throw error;
  });
};

/** Identifies a record among others with its title: by a user's email, a region's country, a product's SKU. */
const describeRecord = ({ fields, titleField }: Resource, record: AnyRecord): string =>
  Object.entries(fields)
    .flatMap(([name, field]) => {
      if (isReferenceField(field))
        return field.isRequired || field.kind === 'inherited' ? [record[displayNameOf(name)]] : [];
      const isShort = field.kind === 'text' && field.isSearchable && !field.isMultiline;
      return isShort && name !== titleField ? [record[name]] : [];
    })
    .filter(Boolean)
    .join(' · ');

/** Adds details to options with equal labels, by which they can be told apart. */
const addOptionDetails = async (
  resource: Resource,
  options: SelectOption[],
  findMany: (ids: readonly string[]) => Promise<AnyRecord[]>,
): Promise<SelectOption[]> => {
  const records = await findMany(findEqualOptions(options).map(({ value }) => value));
  const details = new Map(records.map((record) => [record._id, describeRecord(resource, record)]));
  return options.map((option) => {
    const detail = details.get(option.value);
    return detail ? { ...option, detail } : option;
  });
};

/**
 * Queries for the records of one resource, without files and hooks. Rows hold decoded values. Lists with the resource's
 * extra filters or columns need its hooks.
 */
export const createRepository = (
  resource: Resource,
  database: Database,
  {
    filters: conditions = {},
    listColumns = [],
    searchOthers,
  }: Pick<ResourceHooks, 'filters' | 'listColumns' | 'searchOthers'> = {},
) => {
  const tables = resourceTables(database);
  const table = resource.name;
  const all = tables.selectFrom(table) as Query<object>;
  const selectTotal = (criteria: SearchCriteria) =>
    buildCountQuery(tables, criteria).select(sql<number | string>`count(*)`.as('total'));
  const count = async (criteria: SearchCriteria): Promise<number> =>
    Number((await countOnce(database, selectTotal(criteria).compile()))[0]?.total);
  const search = async ({ query, filters }: Search) => {
    const matches = await findMatch(database, { resource, query });
    const others = matches ? await searchOthers?.(database, query) : undefined;
    const toCriteria = (match: Match | null): SearchCriteria => ({ resource, filters, conditions, match, others });
    if (!matches) return { found: null, criteria: toCriteria(null), total: await count(toCriteria(null)) };
    const criteria = toCriteria(matches.found.match);
    const total = await count(criteria);
    if (total > 0) return { found: matches.found, criteria, total };
    const found = await matches.correct();
    const corrected = toCriteria(found.match);
    return { found, criteria: corrected, total: found.correctedQuery ? await count(corrected) : 0 };
  };
  const decode = <R extends Row>(row: R) => decodeRow(resource, row) as R;
  /** Returns rows in no particular order. `forUpdate` locks them until the end of the transaction. */
  const findRows = async (ids: readonly string[], { forUpdate = false } = {}): Promise<Row[]> => {
    if (ids.length === 0) return [];
    const rows = await all
      .selectAll(table)
      .where('_id', 'in', ids)
      .$if(forUpdate && supportsRowLocks(database), (query) => query.forUpdate())
      .execute();
    return rows.map((row) => decode(row as Row));
  };
  const findMany = async (ids: readonly string[]): Promise<AnyRecord[]> => {
    const records = await joinDisplayNames(all, resource, { listColumns }).where(`${table}._id`, 'in', ids).execute();
    return records.map(decode);
  };
  /** Reads a page in order of relevance: the records of a code, the closest of the newest matches, and the rest. */
  const readRanked = async (
    { offset, limit }: Range,
    { criteria, total, found }: { criteria: SearchCriteria; total: number; found: SearchMatch },
  ) => {
    const { match, code, rank, correctedQuery } = found;
    const select = async (matching: Query<object>) => {
      const rows: Row[] = await matching
        .select([column(table, '_id').as('_id'), column(table, 'search').as('search')])
        .limit(maxRanked)
        .execute();
      return rows.map((row) => ({ id: String(row._id), rank: rank(String(row.search)) }));
    };
    const isBroad = total > maxRanked;
    // Among fewer matches, the ranking finds the code, and typing errors aren't corrected to one.
    const hasCode = isBroad && correctedQuery === undefined;
    const isSorted = !isSqlite(tables) && total < broadMatches;
    const inOrder = (of: Match) => buildListQuery(tables, { ...criteria, match: of }, { sort: null });
    const [matches, foundByCode] = await Promise.all([
      select(isSorted ? buildSortedQuery(tables, criteria, hasCode ? code : null) : inOrder(match)),
      hasCode && !isSorted ? select(inOrder(code)) : [],
    ]);
    const coded = hasCode && isSorted ? matches.filter((one) => one.rank === 0) : foundByCode;
    const codedIds = new Set(coded.map(({ id }) => id));
    const newest = matches.filter(({ id }) => !codedIds.has(id));
    const head = [...coded, ...newest.toSorted((one, other) => one.rank - other.rank)].map(({ id }) => id);
    const ids = head.slice(offset, offset + limit);
    const byId = new Map((await findMany(ids)).map((record) => [record._id, record]));
    const records = ids.flatMap((id) => byId.get(id) ?? []);
    if (records.length === limit || !isBroad) return records;
    const rest = hasCode ? { ...criteria, match: { all: [match], not: [code] } } : criteria;
    const range = { offset: Math.max(newest.length, offset - coded.length), limit: limit - records.length };
    const options = { sort: null, range, total: Number.POSITIVE_INFINITY, listColumns };
    return [...records, ...(await buildPageQuery(tables, rest, options).execute()).map(decode)];
  };
  return {
    list: async (query: ListQuery) => {
      const { sort } = query;
      const { found, criteria, total } = await search(query);
      const range = toRange(query);
      const isRanked = found !== null && !sort && total > 0;
      const data = isRanked
        ? await readRanked(range, { criteria, total, found })
        : (await buildPageQuery(tables, criteria, { sort, range, total, listColumns }).execute()).map(decode);
      return { data, total, ...(found?.correctedQuery && { correctedQuery: found.correctedQuery }) };
    },
    count: async (of: Search): Promise<number> => (await search(of)).total,
    /** Counts the records that filters find and names the newest, in one query. */
    countAndName: async (filters: ListQuery['filters'], limit: number) => {
      const criteria: SearchCriteria = { resource, filters, conditions, match: null };
      const pictures = [findImageField(resource), listColumns.find((name) => name === 'variantImage')];
      const images = pictures.flatMap((name) => (name === undefined ? [] : [column(table, name)]));
      const newest = buildListQuery(tables, criteria, { sort: null })
        .select([
          sql<string>`${column(table, '_id')}`.as('_id'),
          sql<string | null>`${column(table, resource.titleField)}`.as('title'),
          sql<string | null>`coalesce(${sql.join([...images, sql`null`])}, null)`.as('image'),
          sql<number | string>`(${selectTotal(criteria)})`.as('total'),
        ])
        .limit(limit);
      const rows = await countOnce(database, newest.compile());
      const records = rows.map(({ _id, title, image }) => ({ _id, title: title ?? '', image }));
      return { total: Number(rows[0]?.total ?? 0), records };
    },
    /** With a limit, returns only the first options, and the number of all. */
    listOptions: async ({
      limit,
      ...of
    }: Search & Pick<ListQuery, 'limit'>): Promise<{ data: SelectOption[]; total?: number }> => {
      const { criteria, total } = await search(of);
      const label = column(table, resource.titleField);
      const options = selectMatching(tables, criteria)
        .select([sql<string>`${label}`.as('label'), sql<string>`${column(table, '_id')}`.as('value')])
        .orderBy(buildOrder(resource, { field: resource.titleField, direction: 'asc' }));
      const found = await options.$if(limit !== undefined, (all) => all.limit(Number(limit))).execute();
      const data = await addOptionDetails(resource, found, findMany);
      if (limit === undefined) return { data };
      return { data, total };
    },
    /** Returns the ids of all records of a list, newest first. */
    findIds: async (of: Search): Promise<string[]> => {
      const rows = await buildListQuery(tables, (await search(of)).criteria, { sort: null })
        .select(sql<string>`${column(table, '_id')}`.as('_id'))
        .execute();
      return rows.map(({ _id }) => _id);
    },
    /** Streams all records of a list as of the start of the query. */
    stream: async function* ({ sort, ...of }: ListCriteria): AsyncGenerator<AnyRecord> {
      const { criteria } = await search(of);
      const rows = withoutStatementTimeout(database, (connection) => {
        const matching = buildListQuery(resourceTables(connection), criteria, { sort });
        return joinDisplayNames(matching, resource, { listColumns }).stream(streamChunkSize);
      });
      for await (const row of rows) yield decode(row as AnyRecord);
    },
    /** Returns all records, or all that match filters, oldest first. */
    listAll: async (filters: ListQuery['filters'] = {}): Promise<AnyRecord[]> => {
      const matching = selectMatching(tables, { resource, filters, conditions, match: null });
      const records = await joinDisplayNames(matching, resource).orderBy(`${table}._id`).execute();
      return records.map(decode);
    },
    find: async (id: string): Promise<AnyRecord | undefined> => {
      const [record] = await findMany([id]);
      return record;
    },
    findMany,
    findRows,
    findRowsById: async (ids: readonly string[], options?: { forUpdate: boolean }): Promise<Map<string, Row>> =>
      new Map((await findRows(ids, options)).map((row) => [String(row._id), row])),
    findSingletonId: async (): Promise<string | undefined> => {
      const row = await tables.selectFrom(table).select('_id').limit(1).executeTakeFirst();
      return row && String(row._id);
    },
    remove: async (ids: readonly string[]): Promise<void> => {
      await tables.deleteFrom(table).where('_id', 'in', ids).execute();
    },
    /** Returns ids of the records whose field or link refers to any of `ids`. */
    findReferrerIds: async (fieldName: string, ids: readonly string[]): Promise<string[]> => {
      if (resource.links?.[fieldName]) return findLinked(database, { resource, name: fieldName, ids });
      const rows = await tables.selectFrom(table).select('_id').where(fieldName, 'in', ids).execute();
      return rows.map((row) => String(row._id));
    },
  };
};

export type Repository = ReturnType<typeof createRepository>;

/** A record, as its history and comments name it. */
type RecordRef = { resource: string; recordId: string };

type RecordSummary = { title: string; version: unknown; image: string | null };

/** Key of a record in maps of records of several resources. */
export const toRecordKey = ({ resource, recordId }: RecordRef): string => `${resource} ${recordId}`;

/** Returns the titles, versions and pictures of those records that exist, by their keys. `forUpdate` locks their rows. */
export const readSummaries = async (
  database: Database,
  records: readonly RecordRef[],
  { forUpdate = false } = {},
): Promise<Map<string, RecordSummary>> => {
  const summaries = new Map<string, RecordSummary>();
  for (const group of groupBy(records, ({ resource }) => resource)) {
    const resource = findResource(group[0]?.resource ?? '');
    if (!resource) continue;
    const ids = [...new Set(group.map(({ recordId }) => recordId))];
    const imageField = findImageField(resource);
    const rows = await resourceTables(database)
      .selectFrom(resource.name)
      .select(['_id', resource.titleField, 'version', ...(imageField ? [imageField] : [])])
      .where('_id', 'in', ids)
      .$if(forUpdate && supportsRowLocks(database), (query) => query.forUpdate())
      .execute();
    for (const row of rows) {
      summaries.set(toRecordKey({ resource: resource.name, recordId: String(row._id) }), {
        title: String(row[resource.titleField] ?? ''),
        version: row.version,
        image: getRecordImage(resource, row),
      });
    }
  }
  return summaries;
};
