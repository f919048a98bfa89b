import type { SelectOption } from '#shared/api.ts';
import type { AnyRecord, Resource } from '#shared/resource/define-resource.ts';
import { createSchema, type ListQuery, type Selection } from '#shared/resource/schemas.ts';
import { inSentence } from '#shared/resource/words.ts';
import type { UsedBy } from '#shared/used-by.ts';
import type { Database, Row } from '../database/tables.ts';
import { Failure, invalidIssues } from '../lib/failure.ts';
import { changeRecords, type ManyChange } from './change-many.ts';
import type { Notices } from './prepare.ts';
import { findDoomed, removeDoomed } from './remove.ts';
import { createRepository } from './repository.ts';
import { beginWrite, type OperationsContext, type Write } from './rules.ts';
import {
  type Comeback,
  changeRecord,
  insertRecord,
  notFound,
  readParts,
  save,
  type Target,
  type Within,
} from './save.ts';
import { describeUses } from './used-by.ts';

/** Who writes, and what else happens in the same transaction. */
export type WriteOptions = Pick<Write, 'actor'> &
  Partial<Pick<Write, 'changeId' | 'revertOf'>> & {
    /** Looks around before anything is written. */
    before?: (write: Write) => Promise<void>;
    /** Writes what belongs to the record. */
    within?: Within;
    /** Comes last; with the record as it is given to whoever asked. */
    finally?: (write: Write, record: AnyRecord) => Promise<void>;
    /** The record was there before, and is created anew under its own id. */
    comeback?: Comeback;
    /** Collects notices about content that the save removes. */
    notices?: Notices;
  };

type RemoveOptions = Omit<WriteOptions, 'finally' | 'comeback' | 'notices'>;

/** What can be done with the records of one resource. Knows nothing of HTTP. */
export type Operations = {
  list: (query: ListQuery) => Promise<{ data: AnyRecord[]; total: number }>;
  listOptions: (query: Pick<ListQuery, 'query' | 'filters'>) => Promise<SelectOption[]>;
  /** All that a list holds on all its pages. */
  stream: (selection: Selection) => AsyncIterable<AnyRecord>;
  get: (id: string) => Promise<AnyRecord>;
  /** Lists the references to a record. */
  usedBy: (id: string) => Promise<UsedBy[]>;
  /** The one record of a resource that has one at most. */
  getOnly: () => Promise<AnyRecord>;
  /** Of a resource that has one record at most, it changes that one by what is given. */
  create: (values: Row, options: WriteOptions) => Promise<AnyRecord>;
  update: (id: string, changes: Row, options: WriteOptions) => Promise<AnyRecord>;
  /** Changes many at once, as a part of a write, where that is the same as `update` for each of them. */
  updateMany?: (write: Write, changes: readonly ManyChange[]) => Promise<void>;
  /** Gives the id by which the history knows the deletion, and under which it can be undone. */
  remove: (id: string, options: RemoveOptions) => Promise<string>;
};

const findOrFail = async (target: Target, database: Database, id: string): Promise<AnyRecord> => {
  const record = await createRepository(target.resource, database).find(id);
  if (!record) throw notFound(target.resource);
  return { ...record, ...(await readParts(target, database, id)) };
};

/** Saves by `write`, which gives the record's id, and reads the record as it is then. */
const saveAndRead = (
  target: Target,
  values: Row,
  options: WriteOptions,
  writeRecord: (write: Write, prepared: Row) => Promise<string>,
): Promise<AnyRecord> =>
  save(target, { values, notices: options.notices }, async (database, prepared) => {
    const write = beginWrite({ ...options, storage: target.context.storage, database });
    await options.before?.(write);
    const record = await findOrFail(target, database, await writeRecord(write, prepared));
    await options.finally?.(write, record);
    return record;
  });

const createRecord = (target: Target, values: Row, options: WriteOptions): Promise<AnyRecord> =>
  saveAndRead(target, values, options, (write, prepared) => insertRecord(target, write, prepared, options));

const updateRecord = (target: Target, id: string, changes: Row, options: WriteOptions) => {
  const { version, ...values } = changes;
  return saveAndRead(target, values, options, (write, prepared) =>
    changeRecord(target, write, { id, version, prepared, within: options.within }),
  );
};

const oneIsThere = ({ label }: Resource) =>
  new Failure({ kind: 'conflict', message: `${label} already exists. Edit it instead.` });

const saveOnlyRecord = (target: Target, changes: Row, options: WriteOptions): Promise<AnyRecord> => {
  const { resource } = target;
  const { version, ...values } = changes;
  return saveAndRead(target, values, options, async (write, prepared) => {
    // Of two that create it at once, the second waits here and then changes what the first one made.
    await write.storage.lockTable(write.database, resource.name);
    const id = await createRepository(resource, write.database).findOnlyId();
    if (id !== undefined) {
      if (options.comeback) throw oneIsThere(resource);
      return changeRecord(target, write, { id, version, prepared, within: options.within });
    }
    const complete = createSchema(resource).safeParse(prepared);
    if (!complete.success) throw invalidIssues(complete.error);
    return insertRecord(target, write, complete.data as Row, options);
  });
};

const removeRecord = (target: Target, id: string, options: RemoveOptions): Promise<string> => {
  const { resource, context } = target;
  const { storage } = context;
  const attempt = () =>
    storage.transaction(async (database) => {
      const write = beginWrite({ ...options, storage, database });
      await options.before?.(write);
      // Locked, so that nobody begins to refer to the record after its users were counted.
      const row = await createRepository(resource, database).findRow({ id, isLocked: storage.hasRowLocks });
      if (!row) throw notFound(resource);
      await context.rulesOf(resource.name).beforeRemove?.({ ...write, row });
      const title = String(row[resource.titleField]);
      const historyId = await removeDoomed(
        context,
        write,
        await findDoomed({ resource, id, title, database }),
      );
      await options.within?.(write, id);
      return historyId;
    });
  return attempt().catch((error: unknown) => {
    // Somebody began to use what goes along with the record: the second time, that is seen and said.
    if (storage.isForeignKeyViolation(error)) return attempt();
    throw error;
  });
};

const noneYet = ({ label }: Resource) =>
  new Failure({ kind: 'notFound', message: `No ${inSentence(label)} yet` });

/** The operations on a declared resource. */
export const createOperations = (resource: Resource, context: OperationsContext): Operations => {
  const target = { resource, context };
  const { database } = context.storage;
  const repository = createRepository(resource, database);
  return {
    list: repository.list,
    listOptions: repository.listOptions,
    stream: repository.stream,
    get: (id) => findOrFail(target, database, id),
    usedBy: async (id) => {
      if (!(await repository.find(id))) throw notFound(resource);
      return describeUses({ resource, ids: [id] }, database);
    },
    getOnly: async () => {
      const id = await repository.findOnlyId();
      if (id === undefined) throw noneYet(resource);
      return findOrFail(target, database, id);
    },
    create: (values, options) =>
      resource.isSingle ? saveOnlyRecord(target, values, options) : createRecord(target, values, options),
    update: (id, changes, options) => updateRecord(target, id, changes, options),
    updateMany: (write, changes) => changeRecords(target, write, { changes }),
    remove: (id, options) => removeRecord(target, id, options),
  };
};
