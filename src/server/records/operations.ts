import type { SelectOption } from '#shared/api.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { createSchema, type ListCriteria, type ListQuery } from '#shared/resource-kit/schemas.ts';
import type { UsedBy } from '#shared/used-by.ts';
import type { Database, Row } from '../database/tables.ts';
import type { FileTransaction } from '../files/file-store.ts';
import { AppError, fromZodError } from '../lib/app-error.ts';
import { executeDeletion, planDeletion } from './delete.ts';
import { createWriteContext, type OperationsContext, type WriteContext } from './hooks.ts';
import { withOwnFiles } from './own-files.ts';
import { createParents, loadParents } from './parents.ts';
import { type Notices, prepareValues } from './prepare-values.ts';
import { createRepository } from './repository.ts';
import { describeUses } from './used-by.ts';
import { type Draft, notFoundError, type PreservedValues, writeRecords } from './write.ts';

type WriteTarget = { resource: Resource; context: OperationsContext };

/** Actor of a write, and callbacks that run in its transaction. */
export type WriteOptions = Pick<WriteContext, 'actor'> &
  Partial<Pick<WriteContext, 'changeId' | 'revertOf'>> & {
    beforeWrite?: (write: WriteContext) => Promise<void>;
    /** Runs after the record is written or deleted. */
    writeRelated?: (write: WriteContext, id: string) => Promise<void>;
    /** Runs last, with the record of the response. */
    beforeCommit?: (write: WriteContext, record: AnyRecord) => Promise<void>;
    /** Set when a deleted record is restored under its own id. */
    preserved?: PreservedValues;
    notices?: Notices;
  };

type RemoveOptions = Omit<WriteOptions, 'beforeCommit' | 'preserved' | 'notices'>;

export type RecordUpdate = Pick<Draft, 'version' | 'revertOf' | 'current'> & { id: string; values: Row };

type RestoredRecord = Required<Pick<Draft, 'values' | 'preserved' | 'revertOf'>>;

/** Operations on the records of one resource, independent of HTTP. */
export type Operations = {
  list: (query: ListQuery) => Promise<{ data: AnyRecord[]; total: number }>;
  /** With a limit, returns only the first options, and the number of all. */
  listOptions: (
    query: Pick<ListQuery, 'query' | 'filters' | 'limit'>,
  ) => Promise<{ data: SelectOption[]; total?: number }>;
  findIds: (query: Pick<ListQuery, 'query' | 'filters'>) => Promise<string[]>;
  stream: (criteria: ListCriteria) => AsyncIterable<AnyRecord>;
  get: (id: string) => Promise<AnyRecord>;
  usedBy: (id: string) => Promise<UsedBy[]>;
  /** Returns the only record of a single-record resource. */
  getSingleton: () => Promise<AnyRecord>;
  /** Updates the existing record of a single-record resource if the values name its id or version. */
  create: (values: Row, options: WriteOptions) => Promise<AnyRecord>;
  update: (id: string, changes: Row, options: WriteOptions) => Promise<AnyRecord>;
  /** Updates many records as part of a write. Undefined where that would differ from calling `update` on each. */
  updateMany?: (write: WriteContext, changes: readonly RecordUpdate[]) => Promise<void>;
  /** Creates many records again as part of a write. */
  recreateMany: (write: WriteContext, records: readonly RestoredRecord[]) => Promise<void>;
  /** Returns the id of the history entry, by which the deletion can be undone. */
  remove: (id: string, options: RemoveOptions) => Promise<string>;
};

const findOrFail = async ({ resource, context }: WriteTarget, database: Database, id: string): Promise<AnyRecord> => {
  const record = await createRepository(resource, database).find(id);
  if (!record) throw notFoundError(resource);
  const related = await context.getHooks(resource.name).related?.read(database, [id]);
  return { ...record, ...related?.get(id) };
};

/** Decodes files before the transaction opens, so that other writes don’t wait for it. */
const prepareDraft = async (
  { resource, context }: WriteTarget,
  values: Row,
  { files, isNew, isUndo, notices }: PrepareOptions,
): Promise<Pick<Draft, 'values' | 'related'>> => {
  const { completeInput, related } = context.getHooks(resource.name);
  const completed = completeInput?.(values, { isNew, isUndo }) ?? values;
  return {
    values: await prepareValues({ resource, values: completed, files, notices }),
    related: await related?.prepare(completed, files),
  };
};

type PrepareOptions = { files: FileTransaction; isNew: boolean; isUndo: boolean; notices?: Notices };

const saveRecord = async (
  target: WriteTarget,
  values: Row,
  { id, ownerId = id, ...options }: WriteOptions & { id?: string; ownerId?: string },
  toDraft: (write: WriteContext, prepared: Pick<Draft, 'values' | 'related'>) => Promise<Draft> | Draft,
): Promise<AnyRecord> => {
  const { resource, context } = target;
  const { databaseHandle, files } = context;
  try {
    return await files.transaction(async (fileTransaction) => {
      const prepared = await prepareDraft(target, values, {
        files: withOwnFiles(fileTransaction, {
          ...target,
          database: databaseHandle.database,
          ids: ownerId === undefined ? [] : [ownerId],
        }),
        isNew: id === undefined,
        isUndo: options.revertOf !== undefined,
        notices: options.notices,
      });
      return databaseHandle.transaction(async (database) => {
        const write = createWriteContext({ ...options, databaseHandle, database });
        await options.beforeWrite?.(write);
        const [written] = await writeRecords(target, write, [await toDraft(write, prepared)]);
        if (!written) throw new Error('Nothing was written');
        await options.writeRelated?.(write, String(written.row._id));
        const record = await written.read();
        await options.beforeCommit?.(write, record);
        await fileTransaction.commit(database);
        return record;
      });
    });
  } catch (error) {
    // A referenced record was deleted after it was looked up: loading the parents again reports which one.
    if (databaseHandle.isForeignKeyViolation(error)) {
      const changes = [{ row: values, current: null }];
      await loadParents(createParents(databaseHandle.database), { resource, changes });
    }
    throw error;
  }
};

const createRecord = (target: WriteTarget, values: Row, options: WriteOptions): Promise<AnyRecord> =>
  saveRecord(target, values, options, (_write, prepared) => ({ ...prepared, preserved: options.preserved }));

const updateRecord = (target: WriteTarget, id: string, changes: Row, options: WriteOptions) => {
  const { version, ...values } = changes;
  return saveRecord(target, values, { ...options, id }, (_write, prepared) => ({ ...prepared, id, version }));
};

/** Writes many records like `createRecord` and `updateRecord`, but fails as a whole if one is rejected. */
const writeMany = (
  target: WriteTarget,
  write: WriteContext,
  changes: readonly (RecordUpdate | RestoredRecord)[],
): Promise<void> =>
  target.context.files.transaction(async (fileTransaction) => {
    const ids = changes.flatMap((change) => ('id' in change ? [change.id] : []));
    const files = withOwnFiles(fileTransaction, { ...target, database: write.database, ids });
    const drafts: Draft[] = [];
    for (const change of changes) {
      const isUndo = change.revertOf !== undefined;
      const prepared = await prepareDraft(target, change.values, { files, isNew: !('id' in change), isUndo });
      drafts.push({ ...change, ...prepared });
    }
    await writeRecords(target, write, drafts);
    await fileTransaction.commit(write.database);
  });

const saveSingleton = (target: WriteTarget, changes: Row, options: WriteOptions): Promise<AnyRecord> => {
  const { resource } = target;
  const { version, id: knownId, ...values } = changes;
  const ownerId = typeof knownId === 'string' ? { ownerId: knownId } : {};
  return saveRecord(target, values, { ...options, ...ownerId }, async (write, prepared) => {
    // Of two concurrent creations, the second waits here and is then told of the first.
    await write.databaseHandle.lockTable(write.database, resource.name);
    const repository = createRepository(resource, write.database);
    const id = await repository.findSingletonId();
    if (id !== undefined) {
      const isKnown = knownId ? knownId === id : version !== undefined;
      if (options.preserved || !isKnown)
        throw new AppError('conflict', `${resource.label} already exists. Edit it instead.`, {
          data: await repository.find(id),
        });
      return { ...prepared, id, version };
    }
    const parsed = createSchema(resource).safeParse(prepared.values);
    if (!parsed.success) throw fromZodError(parsed.error);
    return { ...prepared, values: parsed.data as Row, preserved: options.preserved };
  });
};

const removeRecord = (target: WriteTarget, id: string, options: RemoveOptions): Promise<string> => {
  const { resource, context } = target;
  const { databaseHandle } = context;
  const attempt = () =>
    databaseHandle.transaction(async (database) => {
      const write = createWriteContext({ ...options, databaseHandle, database });
      await options.beforeWrite?.(write);
      // The lock prevents new references to the record after the existing ones were counted.
      const [row] = await createRepository(resource, database).findRows([id], { forUpdate: true });
      if (!row) throw notFoundError(resource);
      await context.getHooks(resource.name).beforeDelete?.(write, [row]);
      const title = String(row[resource.titleField]);
      const groups = await planDeletion(database, { resource, id, title });
      const historyId = await executeDeletion(context, write, groups);
      await options.writeRelated?.(write, id);
      return historyId;
    });
  return attempt().catch((error: unknown) => {
    // A record to be deleted got a new reference meanwhile: the second attempt finds and reports it.
    if (databaseHandle.isForeignKeyViolation(error)) return attempt();
    throw error;
  });
};

export const createOperations = (resource: Resource, context: OperationsContext): Operations => {
  const target = { resource, context };
  const { database } = context.databaseHandle;
  const repository = createRepository(resource, database, context.getHooks(resource.name));
  return {
    list: repository.list,
    listOptions: repository.listOptions,
    findIds: repository.findIds,
    stream: repository.stream,
    get: (id) => findOrFail(target, database, id),
    usedBy: async (id) => {
      if (!(await repository.find(id))) throw notFoundError(resource);
      return describeUses({ resource, ids: [id] }, database);
    },
    getSingleton: async () => {
      const id = await repository.findSingletonId();
      if (id === undefined) throw new AppError('notFound', `No ${inSentence(resource.label)} yet`);
      return findOrFail(target, database, id);
    },
    create: (values, options) =>
      resource.isSingleton ? saveSingleton(target, values, options) : createRecord(target, values, options),
    update: (id, changes, options) => updateRecord(target, id, changes, options),
    updateMany: (write, changes) => writeMany(target, write, changes),
    recreateMany: (write, records) => writeMany(target, write, records),
    remove: (id, options) => removeRecord(target, id, options),
  };
};
