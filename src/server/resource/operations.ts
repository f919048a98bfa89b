import type { SelectOption } from '#shared/api.ts';
import type { AnyRecord, Resource } from '#shared/resource/define-resource.ts';
import { createSchema, type ListQuery } from '#shared/resource/schemas.ts';
import { Failure, invalidIssues } from '../failure.ts';
import type { Row } from '../storage/tables.ts';
import { findDoomed, removeDoomed } from './remove.ts';
import { createRepository, type Repository } from './repository.ts';
import type { Actor, OperationsContext, Write } from './rules.ts';
import { changeRecord, insertRecord, notFound, save, type Target } from './save.ts';

/** Who writes, and what else is written in the same transaction. */
export type WriteOptions = {
  actor: Actor | null;
  within?: (write: Write, id: string) => Promise<void>;
};

/** What can be done with the records of one resource. Knows nothing of HTTP. */
export type Operations = {
  list: (query: ListQuery) => Promise<{ data: AnyRecord[]; total: number }>;
  listOptions: (query: Pick<ListQuery, 'query' | 'filters'>) => Promise<SelectOption[]>;
  get: (id: string) => Promise<AnyRecord>;
  /** The one record of a resource that has one at most. */
  getOnly: () => Promise<AnyRecord>;
  /** Of a resource that has one record at most, it changes that one by what is given. */
  create: (values: Row, options: WriteOptions) => Promise<AnyRecord>;
  update: (id: string, changes: Row, options: WriteOptions) => Promise<AnyRecord>;
  remove: (id: string, options: WriteOptions) => Promise<void>;
};

const findOrFail = async (resource: Resource, repository: Repository, id: string): Promise<AnyRecord> => {
  const record = await repository.find(id);
  if (!record) throw notFound(resource);
  return record;
};

/** Saves by `write`, which gives the record's id, and reads the record as it is then. */
const saveAndRead = (
  target: Target,
  values: Row,
  { actor, within }: WriteOptions,
  write: (write: Write, prepared: Row) => Promise<string>,
): Promise<AnyRecord> =>
  save(target, values, async (database, prepared) => {
    const context = { storage: target.context.storage, database, actor };
    const id = await write(context, prepared);
    await within?.(context, id);
    return findOrFail(target.resource, createRepository(target.resource, database), id);
  });

const createRecord = (target: Target, values: Row, options: WriteOptions): Promise<AnyRecord> =>
  saveAndRead(target, values, options, (write, prepared) => insertRecord(target, write, prepared));

const updateRecord = (target: Target, id: string, changes: Row, options: WriteOptions) => {
  const { version, ...values } = changes;
  return saveAndRead(target, values, options, (write, prepared) =>
    changeRecord(target, write, { id, version, prepared }),
  );
};

const saveOnlyRecord = (target: Target, changes: Row, options: WriteOptions): Promise<AnyRecord> => {
  const { resource } = target;
  const { version, ...values } = changes;
  return saveAndRead(target, values, options, async (write, prepared) => {
    // Of two that create it at once, the second waits here and then changes what the first one made.
    await write.storage.lockTable(write.database, resource.name);
    const id = await createRepository(resource, write.database).findOnlyId();
    if (id !== undefined) return changeRecord(target, write, { id, version, prepared });
    const complete = createSchema(resource).safeParse(prepared);
    if (!complete.success) throw invalidIssues(complete.error);
    return insertRecord(target, write, complete.data as Row);
  });
};

const removeRecord = (target: Target, id: string, { actor, within }: WriteOptions): Promise<void> => {
  const { resource, context } = target;
  const { storage } = context;
  return storage.transaction(async (database) => {
    // Locked, so that nobody begins to refer to the record after its users were counted.
    const row = await createRepository(resource, database).findRow({ id, isLocked: storage.hasRowLocks });
    if (!row) throw notFound(resource);
    const write = { storage, database, actor };
    await context.rulesOf(resource.name).beforeRemove?.({ ...write, row });
    const title = String(row[resource.titleField]);
    await removeDoomed(await findDoomed({ resource, id, title, database }), database);
    await within?.(write, id);
  });
};

const noneYet = ({ label }: Resource) =>
  new Failure({ kind: 'notFound', message: `There is no ${label} yet` });

/** The operations on a declared resource. */
export const createOperations = (resource: Resource, context: OperationsContext): Operations => {
  const target = { resource, context };
  const repository = createRepository(resource, context.storage.database);
  return {
    list: repository.list,
    listOptions: repository.listOptions,
    get: (id) => findOrFail(resource, repository, id),
    getOnly: async () => {
      const id = await repository.findOnlyId();
      if (id === undefined) throw noneYet(resource);
      return findOrFail(resource, repository, id);
    },
    create: (values, options) =>
      resource.isSingle ? saveOnlyRecord(target, values, options) : createRecord(target, values, options),
    update: (id, changes, options) => updateRecord(target, id, changes, options),
    remove: (id, options) => removeRecord(target, id, options),
  };
};
