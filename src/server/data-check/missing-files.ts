import { productVariant } from '#shared/product/variant.ts';
import { asset } from '#shared/resources/asset.ts';
import { product } from '#shared/resources/product.ts';
import type { Database } from '../database/tables.ts';
import { withoutStatementTimeout } from '../database/transactions.ts';
import { inChunks } from '../database/write-rows.ts';
import type { FileStorage } from '../files/file-storage.ts';
import { historyOwner } from '../records/add-entries.ts';
import { readSummaries, toRecordKey } from '../records/repository.ts';

export type MissingFile = { file: string; resource: string; recordId: string; field: string; title: string };

type Use = Omit<MissingFile, 'title'>;

const streamUses = (database: Database): AsyncIterable<Use> =>
  database.selectFrom('fileUse').selectAll().where('resource', '!=', historyOwner).stream();

const listNames = async (storage: FileStorage, signal?: AbortSignal): Promise<Set<string>> => {
  const names = new Set<string>();
  for await (const page of storage.list()) {
    signal?.throwIfAborted();
    for (const { name } of page) names.add(name);
  }
  return names;
};

/** The images of variants belong to their product. */
const withOwner = (use: Use): Use => (use.resource === productVariant.name ? { ...use, resource: product.name } : use);

type Parts = { database: Database; storage: FileStorage };

const isStillUsed = async (database: Database, { file, recordId }: Use): Promise<boolean> => {
  const query = database.selectFrom('fileUse').select('file').where('file', '=', file);
  return (await query.where('recordId', '=', recordId).executeTakeFirst()) !== undefined;
};

/** Of the given uses of files, returns those that still exist although their file doesn't. */
export const filterMissing = async <Found extends Use>(
  { database, storage }: Parts,
  uses: readonly Found[],
): Promise<Found[]> => {
  const missing: Found[] = [];
  for (const chunk of inChunks(uses)) {
    const files = await Promise.all(chunk.map(({ file }) => storage.stat(file)));
    for (const [index, use] of chunk.entries()) {
      if (!files[index] && (await isStillUsed(database, use))) missing.push(use);
    }
  }
  return missing;
};

/** Lists the files that records use, but that aren't stored. */
export const findMissingFiles = async (parts: Parts, signal?: AbortSignal): Promise<MissingFile[]> => {
  const { database, storage } = parts;
  const stored = await listNames(storage, signal);
  const candidates: Use[] = [];
  for await (const use of withoutStatementTimeout(database, streamUses)) {
    signal?.throwIfAborted();
    if (!stored.has(use.file)) candidates.push(use);
  }
  // Files may have been added and records deleted since the list was read.
  // A file of the library is listed with its records, if it has any.
  const ofRecords = new Set(candidates.flatMap(({ file, resource }) => (resource === asset.name ? [] : [file])));
  const uses = candidates.filter(({ file, resource }) => resource !== asset.name || !ofRecords.has(file));
  const missing = (await filterMissing(parts, uses)).map(withOwner);
  const summaries = await readSummaries(database, missing);
  return missing.map((use) => ({ ...use, title: summaries.get(toRecordKey(use))?.title ?? '' }));
};
