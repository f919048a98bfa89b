import { v7 } from 'uuid';
import type { SelectOption } from '#shared/api.ts';
import type { AnyRecord, Resource } from '#shared/resource/define-resource.ts';
import type { ListQuery } from '#shared/resource/schemas.ts';
import { Failure } from '../failure.ts';
import type { FileStore } from '../files/file-store.ts';
import { replaceFileUses } from '../files/file-uses.ts';
import { searchColumn } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import type { Database, Row } from '../storage/tables.ts';
import { searchText } from './normalise.ts';
import { prepareValues, usedFiles } from './prepare.ts';
import { refuseMissingReferences } from './references.ts';
import { findDoomed, removeDoomed } from './remove.ts';
import { createRepository, type Repository } from './repository.ts';

/** What can be done with the records of one resource. Knows nothing of HTTP. */
export type Operations = {
  list: (query: ListQuery) => Promise<{ data: AnyRecord[]; total: number }>;
  listOptions: (query: ListQuery) => Promise<SelectOption[]>;
  get: (id: string) => Promise<AnyRecord>;
  create: (values: Row) => Promise<AnyRecord>;
  update: (id: string, changes: Row) => Promise<AnyRecord>;
  remove: (id: string) => Promise<void>;
};

export type OperationsContext = { storage: Storage; files: FileStore };

const notFound = (resource: Resource) =>
  new Failure({ kind: 'notFound', message: `${resource.label} not found. It may have been deleted` });

const findOrFail = async (resource: Resource, repository: Repository, id: string): Promise<AnyRecord> => {
  const record = await repository.find(id);
  if (!record) throw notFound(resource);
  return record;
};

const outOfDate = (resource: Resource, record: AnyRecord) =>
  new Failure({
    kind: 'conflict',
    message: `${resource.label} was changed by someone else in the meantime`,
    data: record,
  });

type SaveContext = OperationsContext & { resource: Resource };
type Save = { database: Database; repository: Repository };

/** Prepares values, then writes: the record and what it uses of the store change together, or not at all. */
const save = async <Result>(
  { storage, files, resource }: SaveContext,
  values: Row,
  write: (save: Save, row: Row) => Promise<Result>,
): Promise<Result> => {
  try {
    return await files.during(async (fileTransaction) => {
      // Decoding files takes time: it happens before the database has to wait for this save.
      const row = await prepareValues({ resource, values, files: fileTransaction });
      return await storage.database.transaction().execute(async (database) => {
        const result = await write({ database, repository: createRepository(resource, database) }, row);
        fileTransaction.commit();
        return result;
      });
    });
  } catch (error) {
    // Somebody deleted what the record refers to after it was looked up.
    if (storage.isForeignKeyViolation(error)) {
      await refuseMissingReferences({ resource, values, database: storage.database });
    }
    throw error;
  }
};

const noteFiles = (resource: Resource, database: Database, row: Row) =>
  replaceFileUses({
    database,
    resource: resource.name,
    recordId: String(row._id),
    uses: usedFiles(resource, row),
  });

/** Writes a new record whose values are prepared, as part of a transaction; gives its id. */
export const insertRecord = async ({
  resource,
  database,
  prepared,
}: {
  resource: Resource;
  database: Database;
  prepared: Row;
}): Promise<string> => {
  await refuseMissingReferences({ resource, values: prepared, database });
  const _id = v7();
  const now = new Date().toISOString();
  const row: Row = {
    _id,
    ...prepared,
    [searchColumn]: searchText(resource, prepared),
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  await createRepository(resource, database).insert(row);
  await noteFiles(resource, database, row);
  return _id;
};

const createRecord = (context: SaveContext, values: Row): Promise<AnyRecord> =>
  save(context, values, async ({ database, repository }, prepared) => {
    const id = await insertRecord({ resource: context.resource, database, prepared });
    return findOrFail(context.resource, repository, id);
  });

const updateRecord = (context: SaveContext, id: string, changes: Row): Promise<AnyRecord> => {
  const { resource } = context;
  const { version, ...values } = changes;
  return save(context, values, async ({ database, repository }, prepared) => {
    const current = await repository.findRow({ id, isLocked: context.storage.hasRowLocks });
    if (!current) throw notFound(resource);
    if (version !== undefined && version !== current.version) {
      throw outOfDate(resource, await findOrFail(resource, repository, id));
    }
    await refuseMissingReferences({ resource, values: prepared, database });
    const row: Row = { ...current, ...prepared };
    row[searchColumn] = searchText(resource, row);
    row.version = Number(current.version) + 1;
    row.updatedAt = new Date().toISOString();
    await repository.update(id, row);
    await noteFiles(resource, database, row);
    return findOrFail(resource, repository, id);
  });
};

const removeRecord = ({ storage, resource }: SaveContext, id: string): Promise<void> =>
  storage.database.transaction().execute(async (database) => {
    // Locked, so that nobody begins to refer to the record after its users were counted.
    const row = await createRepository(resource, database).findRow({ id, isLocked: storage.hasRowLocks });
    if (!row) throw notFound(resource);
    const title = String(row[resource.titleField]);
    await removeDoomed(await findDoomed({ resource, id, title, database }), database);
  });

/** The operations on a declared resource. */
export const createOperations = (resource: Resource, context: OperationsContext): Operations => {
  const saveContext = { ...context, resource };
  const repository = createRepository(resource, context.storage.database);
  return {
    list: repository.list,
    listOptions: repository.listOptions,
    get: (id) => findOrFail(resource, repository, id),
    create: (values) => createRecord(saveContext, values),
    update: (id, changes) => updateRecord(saveContext, id, changes),
    remove: (id) => removeRecord(saveContext, id),
  };
};
