import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { resources } from '#shared/resources/index.ts';
import { searchColumn } from '../database/schema.ts';
import { readSetting, saveSetting } from '../database/settings.ts';
import { type Database, resourceTables } from '../database/tables.ts';
import { inChunks, updateRows } from '../database/write-rows.ts';
import type { OperationsContext, ResourceHooks } from './hooks.ts';
import { createRepository } from './repository.ts';
import { buildSearchText } from './search-text.ts';

/** Builds the search texts of records again, after a change of related data that isn't a save of these records. */
export const reindex = async (
  database: Database,
  { resource, ids, hooks }: { resource: Resource; ids: readonly string[]; hooks: ResourceHooks },
): Promise<void> => {
  const repository = createRepository(resource, database);
  for (const chunk of inChunks(ids)) {
    const rows = await repository.findRows(chunk, { forUpdate: true });
    const texts = await hooks.relatedSearchTexts?.(database, rows);
    const changed = rows.flatMap((row) => {
      const search = buildSearchText(resource, row, texts?.get(String(row._id)));
      return search === row[searchColumn] ? [] : [{ _id: row._id, [searchColumn]: search }];
    });
    await updateRows(database, { table: resource.name, rows: changed });
  }
};

/** Changes with what `buildSearchText` returns for the same record. */
export const searchTextFormat = { setting: 'searchTextFormat', value: '2' };

/** Builds all search texts again if they were built by a version that searched otherwise. */
export const reindexAll = async ({
  databaseHandle,
  getHooks,
}: Pick<OperationsContext, 'databaseHandle' | 'getHooks'>): Promise<void> => {
  const { database } = databaseHandle;
  const { setting, value } = searchTextFormat;
  if ((await readSetting(database, setting)) === value) return;
  for (const resource of resources) {
    const rows = await resourceTables(database).selectFrom(resource.name).select('_id').execute();
    for (const ids of inChunks(rows.map(({ _id }) => String(_id)))) {
      await databaseHandle.transaction((transaction) =>
        reindex(transaction, { resource, ids, hooks: getHooks(resource.name) }),
      );
    }
  }
  await saveSetting(database, setting, value);
};
