import { z } from 'zod';
import type { CellContent } from '#shared/import-columns.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { exampleId } from '#shared/resource-kit/examples.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { createSchema, recordSchema, updateSchema } from '#shared/resource-kit/schemas.ts';
import type { UsedBy } from '#shared/used-by.ts';
import type { CellValue } from '../../spreadsheet/write.ts';
import type { Row } from '../database/tables.ts';
import { AppError, parseInput } from '../lib/app-error.ts';
import type { BulkValues } from './bulk.ts';
import { deleteRecords, describeUses } from './delete.ts';
import { createWriteContext, type OperationsContext, type ResourceHooks, type WriteContext } from './hooks.ts';
import type { Notices } from './prepare-values.ts';
import { withOwnFiles } from './record-files.ts';
import { createParents, loadParents } from './references.ts';
import { createRepository } from './repository.ts';
import {
  type Draft,
  notFoundError,
  prepareChanges,
  type RecordChange,
  singletonExistsError,
  writeDrafts,
} from './write.ts';

type Target = { resource: Resource; context: OperationsContext };

export type WriteOptions = Pick<WriteContext, 'actor'> &
  Partial<Pick<WriteContext, 'changeId'>> & {
    /** Runs last in the transaction, with the record of the response. */
    beforeCommit?: (write: WriteContext, record: AnyRecord) => Promise<void>;
    notices?: Notices | undefined;
  };

/**
 * A save of one record: `writeMany` in a transaction of its own, before which its files are decoded. `complete` adds values
 * known only in the transaction.
 */
const save = async (
  { resource, context }: Target,
  change: RecordChange,
  { beforeCommit, notices, ...options }: WriteOptions,
  complete: (write: WriteContext, draft: Draft) => Promise<Draft> = async (_write, draft) => draft,
): Promise<AnyRecord> => {
  const { databaseHandle, files } = context;
  const { id } = change;
  try {
    return await files.transaction(async (fileTransaction) => {
      const { database } = databaseHandle;
      const own = withOwnFiles(fileTransaction, { resource, context, database, ids: id === undefined ? [] : [id] });
      const prepared = await prepareChanges({ resource, context }, [change], { files: own, notices });
      return databaseHandle.transaction(async (transaction) => {
        const write = createWriteContext({ ...options, databaseHandle, database: transaction });
        const drafts = await Promise.all(prepared.map((draft) => complete(write, draft)));
        const [written] = await writeDrafts({ resource, context }, write, drafts);
        if (!written) throw new Error('Nothing was written');
        const record = await written.read();
        await beforeCommit?.(write, record);
        await fileTransaction.commit(transaction);
        return record;
      });
    });
  } catch (error) {
    // A referenced record was deleted after it was looked up: loading the parents again reports which one.
    if (databaseHandle.isForeignKeyViolation(error)) {
      const changes = [{ row: change.values, current: null }];
      await loadParents(createParents(databaseHandle.database), { resource, changes });
    }
    throw error;
  }
};

const saveSingleton = (target: Target, { version, id: sentId, ...values }: Row, options: WriteOptions) => {
  const { resource } = target;
  const complete = async (write: WriteContext, { id: _id, ...draft }: Draft): Promise<Draft> => {
    // Of two concurrent creations, the second waits here and is then told of the first.
    await write.databaseHandle.lockTable(write.database, resource.name);
    const repository = createRepository(resource, write.database);
    const id = await repository.findSingletonId();
    if (id === undefined) {
      return { ...draft, values: parseInput(createSchema(resource), draft.values), version: undefined };
    }
    const isKnown = sentId ? sentId === id : version !== undefined;
    if (isKnown) return { ...draft, id };
    throw singletonExistsError(resource, await repository.find(id));
  };
  const id = typeof sentId === 'string' ? sentId : undefined;
  return save(target, { id, values, version }, options, complete);
};

const remove = ({ resource, context }: Target, id: string, { actor }: Pick<WriteOptions, 'actor'>): Promise<string> => {
  const { databaseHandle } = context;
  const attempt = () =>
    databaseHandle.transaction(async (database) => {
      const write = createWriteContext({ actor, databaseHandle, database });
      const [historyId = ''] = await deleteRecords({ resource, context }, write, [{ id }]);
      return historyId;
    });
  return attempt().catch((error: unknown) => {
    // A record to be deleted got a new reference meanwhile: the second attempt finds and reports it.
    if (databaseHandle.isForeignKeyViolation(error)) return attempt();
    throw error;
  });
};

/** Operations on the records of one resource, independent of HTTP. */
export const createOperations = (resource: Resource, context: OperationsContext) => {
  const target = { resource, context };
  const { database } = context.databaseHandle;
  const { related, ...listHooks } = context.getHooks(resource.name);
  const repository = createRepository(resource, database, listHooks);
  const get = async (id: string): Promise<AnyRecord> => {
    const record = await repository.find(id);
    if (!record) throw notFoundError(resource);
    return { ...record, ...(await related?.read(database, [id]))?.get(id) };
  };
  return {
    list: repository.list,
    listOptions: repository.listOptions,
    findIds: repository.findIds,
    stream: repository.stream,
    get,
    usedBy: async (id: string): Promise<UsedBy[]> => {
      if (!(await repository.find(id))) throw notFoundError(resource);
      return describeUses({ resource, ids: [id] }, database);
    },
    /** Returns the only record of a single-record resource. */
    getSingleton: async (): Promise<AnyRecord> => {
      const id = await repository.findSingletonId();
      if (id === undefined) throw new AppError('notFound', `No ${inSentence(resource.label)} yet`);
      return get(id);
    },
    /** Updates the existing record of a single-record resource if the values name its id or version. */
    create: (values: Row, options: WriteOptions): Promise<AnyRecord> =>
      resource.isSingleton ? saveSingleton(target, values, options) : save(target, { values }, options),
    update: (id: string, { version, ...values }: Row, options: WriteOptions): Promise<AnyRecord> =>
      save(target, { id, values, version }, options),
    /** Returns the id of the history entry, by which the deletion can be undone. */
    remove: (id: string, options: Pick<WriteOptions, 'actor'>): Promise<string> => remove(target, id, options),
  };
};

export type Operations = ReturnType<typeof createOperations>;

/** Schemas of a record in responses and of the request bodies that write it. */
export type Schemas = {
  record: z.ZodType;
  /** Record in the response to a save, which may have fewer fields. */
  saved: z.ZodType;
  /** Record in a list, which may have fewer fields. */
  listed: z.ZodType;
  create: z.ZodType;
  update: z.ZodType;
};

export type ExportColumn = {
  key: string;
  header: string;
  /** One line if left out. */
  content?: CellContent;
  read: (record: AnyRecord) => CellValue;
};

/** Resource with the operations and schemas that undo writes through. */
export type RevertTarget = { resource: Resource; operations: Operations; schemas: Schemas };

/** Behavior of one resource beyond its declaration. */
export type Extension = {
  /** Apply to every write, including imports and undo. */
  hooks?: ResourceHooks;
  schemas?: Partial<Schemas>;
  operations?: (standard: Operations, context: OperationsContext) => Operations;
  /** Maximum body size in bytes, where it doesn't follow from the fields. */
  bodyLimit?: number;
  bulk?: BulkValues;
  exportColumns?: (standard: ExportColumn[], context: OperationsContext) => Promise<ExportColumn[]>;
  /** Rows of an export, for resources with more than one row per record. */
  exportRows?: (records: AsyncIterable<AnyRecord>, context: OperationsContext) => AsyncIterable<AnyRecord>;
};

/**
 * Returns the schemas of a resource, including those of its extension. A single-record resource accepts partial values
 * on create.
 */
export const buildSchemas = (resource: Resource, extension: Extension | undefined): Schemas => ({
  record: recordSchema(resource),
  saved: extension?.schemas?.record ?? recordSchema(resource),
  listed: extension?.schemas?.record ?? recordSchema(resource),
  create: resource.isSingleton
    ? updateSchema(resource, {
        id: z
          .string()
          .max(100)
          .nullish()
          .meta({ example: exampleId(resource.name) }),
      })
    : createSchema(resource),
  update: updateSchema(resource),
  ...extension?.schemas,
});
