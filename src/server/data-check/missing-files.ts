import { productVariant } from '#shared/product/variant.ts';
import { product } from '#shared/resources/product.ts';
import type { Database } from '../database/tables.ts';
import { inChunks } from '../database/write-rows.ts';
import type { FileStorage } from '../files/file-storage.ts';
import { historyOwner } from '../records/add-entries.ts';
import { readSummaries, toRecordKey } from '../records/repository.ts';

export type MissingFile = { file: string; resource: string; recordId: string; field: string; title: string };

type Use = Omit<MissingFile, 'title'>;

const pageSize = 1000;

/** Reads the files that records use, in the order of their names. */
async function* readUses(database: Database, signal?: AbortSignal): AsyncGenerator<Use[]> {
  let last = '';
  for (;;) {
    signal?.throwIfAborted();
    const names = await database
      .selectFrom('fileUse')
      .select('file')
      .distinct()
      .where('file', '>', last)
      .orderBy('file')
      .limit(pageSize)
      .execute();
    const to = names.at(-1)?.file;
    if (to === undefined) return;
    yield await database
      .selectFrom('fileUse')
      .selectAll()
      .where('file', '>', last)
      .where('file', '<=', to)
      .where('resource', '!=', historyOwner)
      .execute();
    last = to;
  }
}

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
  for await (const page of readUses(database, signal)) {
    candidates.push(...page.filter(({ file }) => !stored.has(file)));
  }
  // Files may have been added and records deleted since the list was read.
  const missing = (await filterMissing(parts, candidates)).map(withOwner);
  const summaries = await readSummaries(database, missing);
  return missing.map((use) => ({ ...use, title: summaries.get(toRecordKey(use))?.title ?? '' }));
};
