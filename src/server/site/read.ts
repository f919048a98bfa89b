import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { altNameOf, type Field, hasFileFields, isNumericField, isReferenceField } from '#shared/resource-kit/fields.ts';
import { fixedOptions } from '#shared/resource-kit/labels.ts';
import { findFilter } from '#shared/resource-kit/list-fields.ts';
import { searchQuerySchema } from '#shared/resource-kit/schemas.ts';
import { inputSchema } from '#shared/resource-kit/values.ts';
import { findResource } from '#shared/resources/index.ts';
import type { PublicResource } from '#shared/site.ts';
import { runPrepared } from '../database/prepared.ts';
import { decodeRow, filesColumn, sortExpression } from '../database/schema.ts';
import { type Database, isSqlite, type Row, resourceTables } from '../database/tables.ts';
import { parseInput, validationError } from '../lib/app-error.ts';
import type { ResourceHooks } from '../records/hooks.ts';
import { column, selectMatching } from '../records/list-query.ts';
import { findMatch } from '../records/search.ts';
import type { Visit } from './gate.ts';
import type { PreviewedRecord } from './previews.ts';

const maxLimit = 100;
const defaultLimit = 20;

const foundFields = new WeakMap<Resource, [string, Field][]>();

/** Names of fields, without those that aren't public. */
export const publicFields = (resource: Resource): [string, Field][] => {
  const { fields, site } = resource;
  const found =
    foundFields.get(resource) ??
    (site?.fields ?? []).flatMap((name) => {
      const field = fields[name];
      return field ? [[name, field] as [string, Field]] : [];
    });
  foundFields.set(resource, found);
  return found;
};

/** Whether a search uses public fields only. */
const isSearchable = ({ fields, site }: Resource): boolean => {
  const searched = Object.keys(fields).filter((name) => fields[name]?.isSearchable);
  return searched.length > 0 && searched.every((name) => site?.fields.includes(name));
};

const always = sql<boolean>`(1 = 1)`;

/** The condition that a row is public: it is active, and so are the records to which it refers. */
export const isVisible = (resource: Resource, { hasParents = true } = {}): RawBuilder<boolean> => {
  const conditions = Object.entries(resource.fields).flatMap(([name, field]) => {
    const value = column(resource.name, name);
    // A literal, which partial indexes need.
    if (field.kind === 'status') return [sql`${value} = 'ACTIVE'`];
    const parent = hasParents && isReferenceField(field) ? findResource(field.to) : undefined;
    if (!parent) return [];
    const found = sql`select 1 from ${sql.table(parent.name)} where ${column(parent.name, '_id')} = ${value}`;
    return [sql`(${value} is null or exists (${found} and ${isVisible(parent)}))`];
  });
  return conditions.length > 0 ? sql<boolean>`(${sql.join(conditions, sql` and `)})` : always;
};

/** The public columns, with the titles of referenced records, by which they are shown. */
export const selectColumns = (resource: Resource, others: readonly string[] = []) => [
  ...['_id', ...others, 'createdAt', 'updatedAt'].map((name) => column(resource.name, name).as(name)),
  ...(publicFields(resource).length > 0 && hasFileFields(resource)
    ? [column(resource.name, filesColumn).as(filesColumn)]
    : []),
  ...publicFields(resource).flatMap(([name, field]) => {
    const value = column(resource.name, name);
    const target = isReferenceField(field) ? findResource(field.to) : undefined;
    const altName = altNameOf(name);
    if (field.kind === 'image') return [value.as(name), column(resource.name, altName).as(altName)];
    if (!target) return [value.as(name)];
    const title = sql`(select ${sql.ref(`title.${target.titleField}`)} from ${sql.table(target.name)} as title where title._id = ${value})`;
    return [value.as(name), title.as(`${name} title`)];
  }),
];

type Order = { name: string; key: RawBuilder<unknown> | null; isAscending: boolean };

const lastPosition = 1_000_000_000;

/** Records without a position come last, the newest first: as before anyone arranged them. */
const positionOf = ({ name }: Resource) => sql`coalesce(${column(name, 'position')}, ${sql.lit(lastPosition)})`;

/** The arranged order, unless it counts within a parent for which the website doesn't ask. */
const defaultOrder = (resource: Resource, filters: object): string => {
  const { position } = resource.fields;
  if (position?.kind !== 'number') return 'newest';
  return !position.within || position.within in filters || 'subCategoryId' in filters ? 'position' : 'newest';
};

const orderNames = ({ fields, site }: PublicResource): string[] => [
  ...(fields.position ? ['position'] : []),
  'newest',
  'oldest',
  ...(site.orders ?? []).flatMap((name) => [name, `-${name}`]),
];

/** A missing number comes before all others, in both databases. Its index must have the same expression. */
const orderKey = (resource: Resource, name: string): RawBuilder<unknown> => {
  const field = resource.fields[name];
  const value = `"${resource.name}"."${name}"`;
  return sql.raw(field && isNumericField(field) ? `coalesce(${value}, -1)` : sortExpression(field, value));
};

const describeDefaultOrder = ({ fields: { position } }: Resource): string => {
  if (position?.kind !== 'number') return 'newest';
  return position.within ? 'position within a category, else newest' : 'position, then newest';
};

const toOrder = (resource: PublicResource, name: string): Order => {
  if (name === 'newest' || name === 'oldest') return { name, key: null, isAscending: name === 'oldest' };
  if (name === 'position') return { name, key: positionOf(resource), isAscending: true };
  return { name, key: orderKey(resource, name.replace('-', '')), isAscending: !name.startsWith('-') };
};

const cursorSchema = z.tuple([z.string(), z.union([z.string(), z.number(), z.null()]), z.string()]);
type Cursor = z.infer<typeof cursorSchema>;

const encodeCursor = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url');

const decodeCursor = (text: string, order: Order): Cursor => {
  try {
    const cursor = cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    const [name, value] = cursor;
    if (name === order.name && (value === null) === (order.key === null)) return cursor;
  } catch {
    // Not a cursor.
  }
  throw validationError([{ field: 'cursor', message: 'cursor must be the nextCursor of a response with this order' }]);
};

/** Ids are in the order of creation. Equal values are newest first, or with a descending order oldest first, as in the indexes. */
const toKeyset = ({ name }: Resource, { key, isAscending }: Order) => {
  const id = column(name, '_id');
  const [isAfter, direction] = isAscending ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  const [isIdAfter, idDirection] = isAscending ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  if (!key) {
    return {
      orderBy: sql`${id} ${direction}`,
      after: ([, , lastId]: Cursor) => sql<boolean>`${id} ${isAfter} ${lastId}`,
    };
  }
  return {
    orderBy: sql`${key} ${direction}, ${id} ${idDirection}`,
    after: ([, value, lastId]: Cursor) =>
      sql<boolean>`${key} ${isAfter}= ${value} and (${key} ${isAfter} ${value} or ${id} ${isIdAfter} ${lastId})`,
  };
};

const filterSchema = (field: Field | undefined): z.ZodType<string> => {
  const options = field && fixedOptions(field);
  if (options && options.length > 0) return z.enum(options.map(({ value }) => value));
  if (field?.kind !== 'money') return z.string().min(1).max(100);
  return z.string().refine((text) => text !== '' && inputSchema(field).safeParse(text).success, 'Must be an amount');
};

const buildParameters = (resource: PublicResource) =>
  z.strictObject({
    limit: z.coerce.number().int().min(1).max(maxLimit).default(defaultLimit).meta({ description: 'Records per page' }),
    cursor: z.string().max(4000).optional().meta({ description: '`nextCursor` of the page before' }),
    order: z
      .enum(orderNames(resource))
      .optional()
      .meta({ description: `A minus means descending; by default ${describeDefaultOrder(resource)}` }),
    ...(isSearchable(resource) && { search: searchQuerySchema.meta({ description: 'Words that records contain' }) }),
    ...Object.fromEntries(
      (resource.site.filters ?? []).map((name) => {
        const field = findFilter(resource, name);
        return [
          name,
          filterSchema(field)
            .optional()
            .meta({ description: field?.label ?? name }),
        ];
      }),
    ),
  });

const builtParameters = new Map<PublicResource, ReturnType<typeof buildParameters>>();

/** The parameters of a list. Others are errors. Building their schema takes as long as a query. */
export const listParameters = (resource: PublicResource): ReturnType<typeof buildParameters> => {
  const built = builtParameters.get(resource) ?? buildParameters(resource);
  builtParameters.set(resource, built);
  return built;
};

export type ReadContext = {
  database: Database;
  getHooks: (resource: string) => ResourceHooks;
  preview?: Visit['preview'];
};

/** Columns that decide how many products fit into a page. */
const weightColumns: Readonly<Record<string, string>> = { product: 'variantCount' };
/** Variants of a page: after the product with which it is exceeded, the page ends. */
const maxWeight = 5000;

/** Reads a page of any size in one query. A page of products with many variants is shorter. */
export const readList = async (
  { database, getHooks, preview = null }: ReadContext,
  resource: PublicResource,
  query: unknown,
): Promise<{ rows: Row[]; nextCursor: string | null }> => {
  const parsed = parseInput(listParameters(resource), query);
  const { limit, cursor, order: orderName, search, ...others } = parsed;
  const filters = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined));
  const order = toOrder(resource, orderName ?? defaultOrder(resource, filters));
  const matches = typeof search === 'string' ? await findMatch(database, { resource, query: search }) : null;
  const weight = weightColumns[resource.name];
  const build = () => {
    const { orderBy, after } = toKeyset(resource, order);
    const isShown = preview ? always : isVisible(resource);
    return (
      selectMatching(resourceTables(database), {
        resource,
        match: matches?.found.match ?? null,
        filters: filters as Record<string, string>,
        conditions: { ...getHooks(resource.name).filters, slug: (value) => hasSlug(resource, value) },
      })
        // Nearly all records are visible, so reading the index of the order is faster for SQLite than sorting those of a status.
        .where(order.key && isSqlite(database) ? sql<boolean>`+(${isShown})` : isShown)
        .$if(cursor !== undefined, (page) => page.where(after(decodeCursor(cursor ?? '', order))))
        .select(selectColumns(resource, weight ? [weight] : []))
        .$if(order.key !== null, (page) => page.select((order.key ?? sql`null`).as('order key')))
        .orderBy(orderBy)
        .limit(limit + 1)
    );
  };
  // Other pages are hardly read again.
  const isFirst = cursor === undefined && matches === null;
  const key = JSON.stringify([resource.name, parsed, preview !== null]);
  const all: Row[] = isFirst ? await runPrepared<Row>(database, { key, build }) : await build().execute();
  let total = 0;
  const heaviest = all.findIndex((row) => {
    total += weight ? Number(row[weight]) : 0;
    return total > maxWeight;
  });
  const page = all.slice(0, heaviest < 0 ? limit : Math.min(limit, heaviest + 1));
  const last = page.at(-1);
  const toKey = (value: unknown) => (typeof value === 'number' ? value : String(value));
  return {
    rows: page.map((row) => decodeRow(resource, row)),
    nextCursor:
      last && page.length < all.length
        ? encodeCursor([order.name, order.key ? toKey(last['order key']) : null, String(last._id)])
        : null,
  };
};

/** Found by the key of the table of slugs: an index of each resource's own would slow down its writes. */
const hasSlug = ({ name }: Resource, value: string): RawBuilder<boolean> => {
  const owner = sql`select "recordId" from slug where resource = ${name} and slug = ${value}`;
  return sql<boolean>`(${column(name, 'slug')} = ${value} and ${column(name, '_id')} = (${owner}))`;
};

/** Reads a public record by its id, or the one of a singleton. For a preview, also one that isn't public. */
export const readOne = async (
  { database, preview = null }: ReadContext,
  resource: PublicResource,
  id?: string,
): Promise<Row | undefined> => {
  const row = await resourceTables(database)
    .selectFrom(resource.name)
    .where(preview ? always : isVisible(resource))
    .$if(id !== undefined, (found) => found.where(column(resource.name, '_id'), '=', id))
    .select(selectColumns(resource))
    .limit(1)
    .executeTakeFirst();
  return row && decodeRow(resource, row as Row);
};

/** Those of a previewed record are shown although it isn't public, and the one whose page it is, although it isn't active. */
const isPartShown = (part: Resource, preview: PreviewedRecord | null): RawBuilder<boolean> => {
  const isShown = isVisible(part, { hasParents: preview === null });
  if (preview?.part === undefined) return isShown;
  return sql<boolean>`(${isShown} or ${column(part.name, '_id')} = ${preview.part})`;
};

/** Reads the public parts of records in one query, by the id of their record, in their order. */
export const readParts = async (
  { database, preview = null }: ReadContext,
  { part, by: reference, ids }: { part: Resource; by: string; ids: readonly string[] },
): Promise<Map<string, Row[]>> => {
  const parts = new Map<string, Row[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return parts;
  const by = column(part.name, reference);
  const position = part.fields.position ? sql`${positionOf(part)}, ` : sql``;
  const rows = await resourceTables(database)
    .selectFrom(part.name)
    .where(preview === 'all' ? always : isPartShown(part, preview))
    .where(by, 'in', ids)
    .select([...selectColumns(part), by.as('owner')])
    .orderBy(sql`${position}${column(part.name, '_id')}`)
    .execute();
  for (const row of rows as Row[]) parts.get(String(row.owner))?.push(decodeRow(part, row));
  return parts;
};
