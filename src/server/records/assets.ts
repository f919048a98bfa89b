import { sql } from 'kysely';
import { productVariant } from '#shared/product/variant.ts';
import { asset } from '#shared/resources/asset.ts';
import { findResource } from '#shared/resources/index.ts';
import { product } from '#shared/resources/product.ts';
import { newId } from '../database/ids.ts';
import { filesColumn, searchColumn } from '../database/schema.ts';
import { type Database, isSqlite, type Row } from '../database/tables.ts';
import { inChunks, insertRows } from '../database/write-rows.ts';
import { storedFileType } from '../files/file-storage.ts';
import { deleteFileUses } from '../files/file-uses.ts';
import { yieldToEventLoop } from '../lib/yield-to-event-loop.ts';
import { historyOwner } from './add-entries.ts';
import type { OperationsContext, UsedFile } from './hooks.ts';
import { describeFiles } from './record-files.ts';
import { createRepository } from './repository.ts';
import { buildSearchText } from './search-text.ts';
import { createStamp, groupBy, insertStoredRows } from './stored-rows.ts';

/** Owners of uses that are none: the library itself, and what can be restored. */
export const keepers = [asset.name, historyOwner];

/** Returns which of the files are in the library, by the ids of their assets. */
export const findAssets = async (database: Database, files: readonly string[]): Promise<Map<string, string>> => {
  if (files.length === 0) return new Map();
  const rows = await database.selectFrom('assetFile').selectAll().where('file', 'in', files).execute();
  return new Map(rows.map(({ file, assetId }) => [file, assetId]));
};

/** Assigns files to assets, unless they have others. Returns those that they have then. */
export const claimFiles = async (
  database: Database,
  claims: readonly { file: string; assetId: string }[],
): Promise<Map<string, string>> => {
  await insertRows(database, { table: 'assetFile', rows: claims, onConflict: 'skip' });
  return findAssets(
    database,
    claims.map(({ file }) => file),
  );
};

/** Lets other assets have the files of these. */
export const releaseFiles = async (database: Database, assetIds: readonly string[]): Promise<void> => {
  await database.deleteFrom('assetFile').where('assetId', 'in', assetIds).execute();
};

const toAssetRow = (
  { file, name, size, alt, dimensions }: UsedFile,
  { id, userId }: { id: string; userId: string | null },
): Row => {
  const { updatedAt } = createStamp(asset, { actor: null });
  const values = { name: name ?? file, alt: alt ?? '', caption: '', tags: '' };
  return {
    _id: id,
    ...values,
    file,
    [filesColumn]: size === null ? {} : { file: { name, size, ...dimensions } },
    [searchColumn]: buildSearchText(asset, values),
    type: storedFileType(file)?.kind ?? null,
    size,
    width: dimensions?.width ?? null,
    height: dimensions?.height ?? null,
    uploadedBy: userId,
    version: 1,
    createdAt: updatedAt,
    updatedAt,
  };
};

/**
 * Adds the files of saved records to the library, unless they are in it. Part of their save, so that a file which no
 * record came to use is swept. Returns how many.
 */
export const addAssets = async (
  database: Database,
  { files, userId = null }: { files: readonly UsedFile[]; userId?: string | null | undefined },
): Promise<number> => {
  const byFile = new Map(files.toReversed().map((used) => [used.file, used]));
  let added = 0;
  for (const names of inChunks([...byFile.keys()].sort())) {
    const existing = await findAssets(database, names);
    const missing = names.flatMap((name) => (existing.has(name) ? [] : (byFile.get(name) ?? [])));
    if (missing.length === 0) continue;
    const claims = missing.map(({ file }) => ({ file, assetId: newId() }));
    const assigned = await claimFiles(database, claims);
    // Another save may have added the same file.
    const own = claims.filter(({ file, assetId }) => assigned.get(file) === assetId);
    const rows = own.flatMap(({ file, assetId }) => {
      const used = byFile.get(file);
      return used ? [toAssetRow(used, { id: assetId, userId })] : [];
    });
    await insertStoredRows(database, { resource: asset, rows });
    const uses = own.map(({ file, assetId }) => ({ file, resource: asset.name, recordId: assetId, field: 'file' }));
    await insertRows(database, { table: 'fileUse', rows: uses });
    added += own.length;
  }
  return added;
};

export type LibraryContext = Pick<OperationsContext, 'databaseHandle' | 'getHooks'>;

const chunkSize = 250;

/** Finds files that records use but that aren't in the library, and what their records know of them. */
const findMissing = async ({ databaseHandle: { database }, getHooks }: LibraryContext): Promise<UsedFile[]> => {
  const uses = await database
    .selectFrom('fileUse')
    .select(['file', 'resource', 'recordId'])
    .where('resource', 'not in', keepers)
    .where(sql<boolean>`not exists (select 1 from "assetFile" where "assetFile".file = "fileUse".file)`)
    .limit(chunkSize)
    .execute();
  const known = new Map<string, UsedFile>(
    uses.map(({ file }) => [file, { file, name: null, size: null }] as [string, UsedFile]),
  );
  for (const group of groupBy(uses, ({ resource }) => resource)) {
    const name = group[0]?.resource ?? '';
    const ids = [...new Set(group.map(({ recordId }) => recordId))];
    const resource = findResource(name);
    const found = resource
      ? (await createRepository(resource, database).findRows(ids)).flatMap((row) => describeFiles(resource, row))
      : name === productVariant.name
        ? ((await getHooks(product.name).related?.readFiles?.(database, ids)) ?? [])
        : [];
    for (const used of found) if (known.has(used.file)) known.set(used.file, used);
  }
  return [...known.values()];
};

/** Stores the dimensions of images that an earlier version added. */
const completeDimensions = async (database: Database): Promise<void> => {
  const [width, height] = ['width', 'height'].map((name) =>
    isSqlite(database)
      ? sql`json_extract(files, ${`$.file.${name}`})`
      : sql`(files::jsonb -> 'file' ->> ${name})::integer`,
  );
  await sql`update asset set width = ${width}, height = ${height}
    where type = 'image' and (width is null or height is null) and files like '%"width"%'`.execute(database);
};

/** Adds the files that records of an earlier version use. It goes on wherever it ended. Returns how many. */
export const completeLibrary = async (context: LibraryContext, signal: AbortSignal): Promise<number> => {
  await context.databaseHandle.transaction(completeDimensions);
  let total = 0;
  while (!signal.aborted) {
    const files = await findMissing(context);
    const added = await context.databaseHandle.transaction((database) => addAssets(database, { files }));
    if (added === 0) break;
    total += added;
    // Other writes come between two chunks.
    await yieldToEventLoop();
  }
  return total;
};

/**
 * Removes files that came into the library with a record and that no user has edited there, once no record uses them and none
 * that did can be restored.
 */
export const releaseAssets = async (databaseHandle: OperationsContext['databaseHandle'], signal: AbortSignal) => {
  while (!signal.aborted) {
    const removed = await databaseHandle.transaction(async (database) => {
      const { rows } = await sql<{ _id: string }>`
        select _id from asset where "isKept" = 0 and not exists (
          select 1 from "fileUse" where "fileUse".file = asset.file and resource <> ${asset.name}
        ) limit ${chunkSize}`.execute(database);
      const ids = rows.map(({ _id }) => _id);
      if (ids.length === 0) return 0;
      await deleteFileUses({ database, resource: asset.name, recordIds: ids });
      await releaseFiles(database, ids);
      await createRepository(asset, database).remove(ids);
      return ids.length;
    });
    if (removed === 0) break;
  }
};
