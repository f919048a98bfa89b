import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { SelectOption } from '#shared/api.ts';
import type { AnyRecord, Resource } from '#shared/resource/define-resource.ts';
import { displayNameOf, isIdField } from '#shared/resource/fields.ts';
import type { ListQuery } from '#shared/resource/schemas.ts';
import { findResource } from '#shared/resources/index.ts';
import { decodeRow, encodeFilter, encodeRow } from '../storage/codec.ts';
import { inPortions } from '../storage/portions.ts';
import { searchColumn } from '../storage/schema.ts';
import { likePattern } from '../storage/search.ts';
import { type Database, type Row, resourceTables } from '../storage/tables.ts';
import { normalise } from './normalise.ts';

type Tables = Record<string, Row>;
type Query<Output> = SelectQueryBuilder<Tables, string, Output>;

/** How a record is kept and found. It knows SQL, and neither files nor rules. Rows hold the values of records. */
export type Repository = {
  list: (query: ListQuery) => Promise<{ data: AnyRecord[]; total: number }>;
  listOptions: (query: Pick<ListQuery, 'query' | 'filters'>) => Promise<SelectOption[]>;
  find: (id: string) => Promise<AnyRecord | undefined>;
  /** All records, oldest first. */
  listAll: () => Promise<AnyRecord[]>;
  /** The bare row; with `isLocked` nobody else changes it until the transaction ends. */
  findRow: (options: { id: string; isLocked: boolean }) => Promise<Row | undefined>;
  /** The bare rows of those ids, in no particular order. */
  findRows: (options: { ids: string[]; isLocked: boolean }) => Promise<Row[]>;
  /** The id of the one record of a resource that has one at most. */
  findOnlyId: () => Promise<string | undefined>;
  insert: (row: Row) => Promise<void>;
  update: (id: string, row: Row) => Promise<void>;
  remove: (ids: string[]) => Promise<void>;
  /** Ids of the records whose field refers to one of those ids. */
  findReferring: (options: { fieldName: string; ids: string[] }) => Promise<string[]>;
};

const column = (table: string, name: string) => sql.ref(`${table}.${name}`);

/** Narrows a query to the records that hold every word. The one place that knows how words are found. */
const matching = <Output>(query: Query<Output>, table: string, words: string): Query<Output> =>
  normalise(words)
    .split(' ')
    .filter(Boolean)
    .reduce(
      (narrowed, word) =>
        narrowed.where(sql<boolean>`${column(table, searchColumn)} like ${likePattern(word)} escape '\\'`),
      query,
    );

const narrowed = <Output>(
  query: Query<Output>,
  resource: Resource,
  { query: words, filters }: Pick<ListQuery, 'query' | 'filters'>,
): Query<Output> =>
  Object.entries(filters).reduce(
    (soFar, [name, value]) =>
      soFar.where(
        sql<boolean>`${column(resource.name, name)} = ${encodeFilter(resource.fields[name], value)}`,
      ),
    matching(query, resource.name, words),
  );

const referencesOf = (resource: Resource) =>
  Object.entries(resource.fields).flatMap(([fieldName, field]) => {
    const target = isIdField(field) ? findResource(field.to) : undefined;
    return target ? [{ fieldName, target, alias: `${fieldName}_target` }] : [];
  });

const ownNames = (resource: Resource) => [
  '_id',
  ...Object.keys(resource.fields),
  'version',
  'createdAt',
  'updatedAt',
];

const ownColumns = (resource: Resource) => ownNames(resource).map((name) => `${resource.name}.${name}`);

/** Of a row the values of the record, without what only the server finds it by. */
export const recordValues = (resource: Resource, row: Row): Row =>
  Object.fromEntries(ownNames(resource).map((name) => [name, row[name]]));

const readColumns = (resource: Resource) => [
  ...ownColumns(resource),
  ...referencesOf(resource).map(
    ({ fieldName, target, alias }) => `${alias}.${target.titleField} as ${displayNameOf(fieldName)}`,
  ),
];

const readable = (tables: Kysely<Tables>, resource: Resource): Query<AnyRecord> =>
  referencesOf(resource)
    .reduce(
      (query, { fieldName, target, alias }) =>
        query.leftJoin(`${target.name} as ${alias}`, `${alias}._id`, `${resource.name}.${fieldName}`),
      tables.selectFrom(resource.name) as Query<object>,
    )
    .select(readColumns(resource)) as unknown as Query<AnyRecord>;

const orderOf = (resource: Resource, sort: ListQuery['sort']) => {
  const newestFirst = sql`${column(resource.name, '_id')} desc`;
  if (!sort) return newestFirst;
  const sorted = column(resource.name, sort.field);
  const isText = resource.fields[sort.field]?.kind === 'text';
  return sql`${isText ? sql`lower(${sorted})` : sorted} ${sql.raw(sort.direction)}, ${newestFirst}`;
};

/** The repository of a declared resource, on a database or inside a transaction. */
export const createRepository = (resource: Resource, database: Database): Repository => {
  const tables = resourceTables(database);
  const table = resource.name;
  const decode = <R extends Row>(row: R) => decodeRow(resource, row) as R;
  const findRows: Repository['findRows'] = async ({ ids, isLocked }) => {
    const found: Row[] = [];
    for (const some of inPortions(ids)) {
      const rows = await (tables.selectFrom(table) as Query<object>)
        .select(ownColumns(resource))
        .where('_id', 'in', some)
        .$if(isLocked, (query) => query.forUpdate())
        .execute();
      for (const row of rows) found.push(decode(row as Row));
    }
    return found;
  };
  return {
    list: async (query) => {
      const data = await narrowed(readable(tables, resource), resource, query)
        .orderBy(orderOf(resource, query.sort))
        .limit(query.pageSize)
        .offset(query.pageIndex * query.pageSize)
        .execute();
      const counted = await narrowed(tables.selectFrom(table) as Query<object>, resource, query)
        .select(sql<number | string>`count(*)`.as('total'))
        .executeTakeFirstOrThrow();
      return { data: data.map(decode), total: Number(counted.total) };
    },
    listOptions: async (query) => {
      const label = column(table, resource.titleField);
      return narrowed(tables.selectFrom(table) as Query<object>, resource, query)
        .select([sql<string>`${label}`.as('label'), sql<string>`${column(table, '_id')}`.as('value')])
        .orderBy(sql`lower(${label}), ${column(table, '_id')}`)
        .execute();
    },
    listAll: async () => {
      const records = await readable(tables, resource).orderBy(`${table}._id`).execute();
      return records.map(decode);
    },
    find: async (id) => {
      const record = await readable(tables, resource).where(`${table}._id`, '=', id).executeTakeFirst();
      return record && decode(record);
    },
    findRow: async ({ id, isLocked }) => (await findRows({ ids: [id], isLocked }))[0],
    findRows,
    findOnlyId: async () => {
      const row = await tables.selectFrom(table).select('_id').limit(1).executeTakeFirst();
      return row && String(row._id);
    },
    insert: async (row) => {
      await tables.insertInto(table).values(encodeRow(resource, row)).execute();
    },
    update: async (id, row) => {
      await tables.updateTable(table).set(encodeRow(resource, row)).where('_id', '=', id).execute();
    },
    remove: async (ids) => {
      for (const some of inPortions(ids)) {
        await tables.deleteFrom(table).where('_id', 'in', some).execute();
      }
    },
    findReferring: async ({ fieldName, ids }) => {
      const found: string[] = [];
      for (const some of inPortions(ids)) {
        const rows = await tables.selectFrom(table).select('_id').where(fieldName, 'in', some).execute();
        for (const row of rows) found.push(String(row._id));
      }
      return found;
    },
  };
};
