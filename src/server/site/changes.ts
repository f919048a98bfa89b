import { sql } from 'kysely';
import { z } from 'zod';
import { productVariant } from '#shared/product/variant.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { isReferenceField } from '#shared/resource-kit/fields.ts';
import { asset } from '#shared/resources/asset.ts';
import { attribute } from '#shared/resources/attribute.ts';
import { attributeValue } from '#shared/resources/attribute-value.ts';
import { product } from '#shared/resources/product.ts';
import { type PublicResource, publicResources } from '#shared/site.ts';
import { assertCursorValid, type Change, readChanges, readCursor, siteRetentionMs } from '../changes/feed.ts';
import { errorCode } from '../database/database-errors.ts';
import { type Database, isSqlite, type Row, resourceTables } from '../database/tables.ts';
import { AppError, parseInput, validationError } from '../lib/app-error.ts';
import { findLinked } from '../records/links.ts';
import { column } from '../records/list-query.ts';
import { isVisible } from './read.ts';

export type PublicChange = {
  resource: string;
  /** Null for very many: the website reads the whole list again. */
  id: string | null;
  change: 'created' | 'updated' | 'deleted';
  at: string;
};

const maxChanges = 1000;
/** More records that show a changed one, such as the products of a category, are not named one by one. */
const maxDependents = 1000;

export const changesParameters = z.strictObject({
  since: z.string().max(20_000).optional().meta({
    description: '`nextCursor` of the response before. Without it, only the current cursor is returned',
  }),
});

/** Start and end of the range that is read page by page, and the position of the last change. */
const cursorSchema = z.tuple([z.string(), z.string().nullable(), z.string().regex(/^\d+$/).nullable()]);
type Cursor = z.infer<typeof cursorSchema>;

const encodeCursor = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url');

const decodeCursor = (text: string): Cursor => {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    throw validationError([{ field: 'since', message: 'since must be a nextCursor' }]);
  }
};

/** When a cursor was read last, in milliseconds. */
export const getCursorTime = (cursor: string): number => Number.parseInt(decodeCursor(cursor)[0], 10);

/** Reads the records that show images with another focal point. */
const readUsers = async (database: Database, { name }: Resource, assetIds: readonly string[]): Promise<string[]> => {
  if (assetIds.length === 0) return [];
  const owners = name === product.name ? [name, productVariant.name] : [name];
  const files = database.selectFrom('assetFile').select('file').where('assetId', 'in', assetIds);
  const uses = database.selectFrom('fileUse').select('recordId').where('file', 'in', files);
  return (await uses.where('resource', 'in', owners).execute()).map(({ recordId }) => recordId);
};

const idsOf = (changes: readonly Change[], { name }: Resource): string[] => [
  ...new Set(changes.flatMap(({ resource, recordId }) => (resource === name ? [recordId] : []))),
];

const readIds = async (database: Database, resource: Resource, field: string, ids: readonly string[]) => {
  if (ids.length === 0) return [];
  const rows = await resourceTables(database).selectFrom(resource.name).select('_id').where(field, 'in', ids).execute();
  return rows.map((row: Row) => String(row._id));
};

/** Reads the records that show changed records of other resources: their names, their values, or their visibility. */
const readDependents = async (
  database: Database,
  resource: PublicResource,
  changes: readonly Change[],
): Promise<string[]> => {
  const found = await readUsers(database, resource, idsOf(changes, asset));
  for (const [name, field] of Object.entries(resource.fields)) {
    if (isReferenceField(field))
      found.push(...(await readIds(database, resource, name, idsOf(changes, { name: field.to } as Resource))));
  }
  if (resource.links?.attributeValueId) {
    const ofAttributes = await readIds(database, attributeValue, 'attributeId', idsOf(changes, attribute));
    const ids = [...ofAttributes, ...idsOf(changes, attributeValue)];
    if (ids.length > 0) found.push(...(await findLinked(database, { resource, name: 'attributeValueId', ids })));
  }
  const { parts } = resource.site;
  const partChanges = changes.filter((change) => change.resource === parts?.of);
  if (parts && partChanges.length > 0) {
    // The history knows the parents of parts that were deleted or moved.
    const states = await database
      .selectFrom('history')
      .select(['before', 'after'])
      .where(
        '_id',
        'in',
        partChanges.map(({ _id }) => _id),
      )
      .execute();
    const rows = await resourceTables(database)
      .selectFrom(parts.of)
      .select(parts.by)
      .where(
        '_id',
        'in',
        partChanges.map(({ recordId }) => recordId),
      )
      .execute();
    const all = [
      ...rows,
      ...states.flatMap(({ before, after }) => [before, after].map((json) => JSON.parse(json ?? '{}'))),
    ];
    found.push(...all.flatMap((row: Row) => (typeof row[parts.by] === 'string' ? [String(row[parts.by])] : [])));
  }
  return found;
};

/** Inactive records that none of these changes made inactive, so websites never saw them. */
const readNeverSeen = async (
  database: Database,
  resource: Resource,
  changes: readonly Change[],
): Promise<Set<string>> => {
  if (!('status' in resource.fields) || changes.length === 0) return new Set();
  const status = isSqlite(database) ? sql`json_extract(before, '$.status')` : sql`before::jsonb ->> 'status'`;
  const states = await database
    .selectFrom('history')
    .select(['recordId', 'action', status.as('status')])
    .where(
      '_id',
      'in',
      changes.map(({ _id }) => _id),
    )
    .execute();
  const active = await resourceTables(database)
    .selectFrom(resource.name)
    .select('_id')
    .where('status', '=', 'ACTIVE')
    .where(
      '_id',
      'in',
      changes.map(({ recordId }) => recordId),
    )
    .execute();
  const seen = new Set([
    ...active.map((row: Row) => row._id),
    ...states.flatMap((state) => (state.status === 'ACTIVE' ? [state.recordId] : [])),
  ]);
  return new Set(states.flatMap(({ recordId }) => (seen.has(recordId) ? [] : [recordId])));
};

const toPublicChanges = async (
  database: Database,
  resource: PublicResource,
  changes: readonly Change[],
): Promise<PublicChange[]> => {
  const own = changes.filter((change) => change.resource === resource.name);
  const last = changes.at(-1);
  const dependents = new Set(await readDependents(database, resource, changes));
  const areMany = dependents.size > maxDependents;
  const at = new Map([...(areMany ? [] : dependents)].map((id) => [id, last?.at ?? '']));
  for (const change of own) at.set(change.recordId, change.at);
  const visible = await resourceTables(database)
    .selectFrom(resource.name)
    .select(column(resource.name, '_id').as('_id'))
    .where(isVisible(resource))
    .where(column(resource.name, '_id'), 'in', [...at.keys()])
    .execute();
  const shown = new Set(visible.map((row: Row) => row._id));
  const hidden = await readNeverSeen(
    database,
    resource,
    own.filter(({ recordId }) => !shown.has(recordId)),
  );
  const created = new Set(own.flatMap(({ action, recordId }) => (action === 'create' ? [recordId] : [])));
  const toChange = (id: string) => {
    if (!shown.has(id)) return 'deleted';
    return created.has(id) ? 'created' : 'updated';
  };
  const { path } = resource.site;
  return [
    ...(areMany && last ? [{ resource: path, id: null, change: 'updated' as const, at: last.at }] : []),
    ...[...at].flatMap(([id, time]): PublicChange[] =>
      hidden.has(id) ? [] : [{ resource: path, id, change: toChange(id), at: time }],
    ),
  ];
};

/**
 * Returns the changes since a cursor, which can come from any server on the database. A record that is no longer public
 * counts as deleted. No change is missed, even if its transaction committed late.
 */
export const readSiteChanges = async (
  database: Database,
  { query, resources }: { query: unknown; resources: readonly string[] },
): Promise<{ data: PublicChange[]; nextCursor: string; hasMore: boolean }> => {
  const { since } = parseInput(changesParameters, query);
  if (since === undefined) {
    return { data: [], nextCursor: encodeCursor([await readCursor(database), null, null]), hasMore: false };
  }
  const [after, end, position] = decodeCursor(since);
  const until = end ?? (await readCursor(database));
  try {
    assertCursorValid(after, siteRetentionMs);
    assertCursorValid(until, siteRetentionMs);
  } catch {
    throw new AppError('gone', 'The cursor is older than 30 days. Read everything again.');
  }
  const range = { after, until, ...(position !== null && { position }), limit: maxChanges };
  const changes = await readChanges(database, range).catch((error: unknown) => {
    // PostgreSQL can't read the snapshot in a forged cursor.
    if (errorCode(error) === '22P02')
      throw validationError([{ field: 'since', message: 'since must be a nextCursor' }]);
    throw error;
  });
  const hasMore = changes.length === maxChanges;
  const data: PublicChange[] = [];
  if (changes.length > 0) {
    for (const resource of publicResources) {
      if (resources.includes(resource.name)) data.push(...(await toPublicChanges(database, resource, changes)));
    }
  }
  return {
    data: data.toSorted((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at))),
    nextCursor: encodeCursor(hasMore ? [after, until, String(changes.at(-1)?.position)] : [until, null, null]),
    hasMore,
  };
};
