import { loadOnce } from '#shared/load-once.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import type { Database } from '../database/tables.ts';
import type { FileTransaction } from '../files/file-store.ts';
import { storedFileType } from '../files/stored-file-type.ts';
import type { OperationsContext } from './hooks.ts';
import { collectFileUses } from './prepare-values.ts';
import { getFileInfos } from './record-files.ts';
import { createRepository } from './repository.ts';

type Owners = {
  resource: Resource;
  context: Pick<OperationsContext, 'getHooks'>;
  database: Database;
  ids: readonly string[];
};

const readSizes = async ({ resource, context, database, ids }: Owners): Promise<Map<string, number>> => {
  const sizes = new Map(await context.getHooks(resource.name).related?.readFileSizes?.(database, ids));
  for (const row of await createRepository(resource, database).findRows(ids)) {
    for (const { field, file } of collectFileUses(resource, row)) {
      const size = getFileInfos(row)[field]?.size;
      if (size !== undefined) sizes.set(file, size);
    }
  }
  return sizes;
};

/**
 * Lets records keep the files that they have without asking the storage for each. These exist: a file that a record stops
 * using is retained like one of a deleted record.
 */
export const withOwnFiles = (files: FileTransaction, owners: Owners): FileTransaction => {
  const getSizes = loadOnce(() => readSizes(owners));
  if (owners.ids.length === 0) return files;
  return {
    ...files,
    retain: async ({ filename, kind }) => {
      const size = storedFileType(filename)?.kind === kind ? (await getSizes()).get(filename) : undefined;
      return size === undefined ? files.retain({ filename, kind }) : { size, dimensions: null };
    },
  };
};
