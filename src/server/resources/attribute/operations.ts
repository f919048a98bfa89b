import { type AttributeValueInput, attributeSchemas } from '#shared/attribute-values.ts';
import type { AnyRecord } from '#shared/resource-kit/define-resource.ts';
import { attribute } from '#shared/resources/attribute.ts';
import { attributeValue, compareAttributeValues } from '#shared/resources/attribute-value.ts';
import type { Database, Row } from '../../database/tables.ts';
import { type BulkTransaction, runBulkTransaction } from '../../records/bulk-transaction.ts';
import type { Extension } from '../../records/extension.ts';
import type { OperationsContext } from '../../records/hooks.ts';
import type { Operations, WriteOptions } from '../../records/operations.ts';
import type { Notices } from '../../records/prepare-values.ts';
import { createRepository } from '../../records/repository.ts';
import { notFoundError, staleRecordError, writeMany } from '../../records/write.ts';
import { lockAttributes } from './attribute-value.ts';
import { haveChangedSince, saveValues } from './save-values.ts';

/** Reads the values of an attribute in their order. `forUpdate` locks them until the end of the transaction. */
const readValues = async (
  database: Database,
  attributeId: string,
  { forUpdate = false } = {},
): Promise<AnyRecord[]> => {
  const repository = createRepository(attributeValue, database);
  if (forUpdate) {
    const ids = await repository.findReferrerIds('attributeId', [attributeId]);
    await repository.findRows(ids, { forUpdate });
  }
  const values = await repository.listAll({ attributeId });
  return values.sort(compareAttributeValues);
};

const findAttribute = async (database: Database, id: string): Promise<AnyRecord> => {
  const record = await createRepository(attribute, database).find(id);
  if (!record) throw notFoundError(attribute);
  return record;
};

const withValues = async (database: Database, record: AnyRecord): Promise<AnyRecord> => ({
  ...record,
  attributeValueArr: await readValues(database, record._id),
});

type Save = { own: Row; inputs: readonly AttributeValueInput[] };

const createWithValues = async (
  transaction: BulkTransaction,
  { own, inputs }: Save,
  notices: Notices | undefined,
): Promise<AnyRecord> => {
  const { write, context } = transaction;
  const [created] = await writeMany({ resource: attribute, context }, write, [{ values: own }], { notices });
  const attributeId = String(created?.row._id);
  await lockAttributes(write.database, [attributeId]);
  // Values of another attribute, of which this one is a copy, are added as new ones.
  const added = inputs.map(({ _id, version, ...value }) => value);
  const save = { attributeId, attributeName: String(own.name), stored: [], inputs: added };
  await saveValues(transaction, save, notices);
  return findAttribute(write.database, attributeId);
};

const updateWithValues = async (
  id: string,
  transaction: BulkTransaction,
  { own: { version, ...own }, inputs }: Save,
  notices: Notices | undefined,
): Promise<AnyRecord> => {
  const { write, context } = transaction;
  const { database } = write;
  await lockAttributes(database, [id]);
  const record = await findAttribute(database, id);
  const stored = await readValues(database, id, { forUpdate: true });
  if ((version !== undefined && version !== record.version) || haveChangedSince(stored, inputs)) {
    throw staleRecordError(attribute, { ...record, attributeValueArr: stored });
  }
  // An attribute of which only the values change gets no entry in the history that changes nothing.
  const isChanged = Object.entries(own).some(([name, value]) => value !== record[name]);
  if (isChanged) await writeMany({ resource: attribute, context }, write, [{ id, values: own }], { notices });
  const attributeName = String(own.name ?? record.name);
  await saveValues(transaction, { attributeId: id, attributeName, stored, inputs }, notices);
  return findAttribute(database, id);
};

/** Runs a save of an attribute and its values as one change, which is undone as a whole. */
const saveAsOneChange = (
  context: OperationsContext,
  { actor, notices, beforeCommit }: WriteOptions,
  save: (transaction: BulkTransaction, notices: Notices | undefined) => Promise<AnyRecord>,
): Promise<AnyRecord> =>
  runBulkTransaction(context, actor, async (transaction) => {
    const { write } = transaction;
    const saved = await withValues(write.database, await save(transaction, notices));
    const isRecorded = (await transaction.countWritten()) > 0;
    const result = { ...saved, ...(isRecorded && { changeId: write.changeId }) };
    await beforeCommit?.(write, result);
    return { result, isCommitted: true };
  });

/** Adds the values to the response before it is stored for a repeated request. */
const withStoredValues = (options: WriteOptions): WriteOptions => ({
  ...options,
  beforeCommit: async (write, record) => options.beforeCommit?.(write, await withValues(write.database, record)),
});

const attributeOperations = (standard: Operations, context: OperationsContext): Operations => {
  const { database } = context.databaseHandle;
  const split = ({ attributeValueArr, ...own }: Row) => ({
    own,
    inputs: attributeValueArr as readonly AttributeValueInput[] | undefined,
  });
  return {
    ...standard,
    get: async (id) => withValues(database, await standard.get(id)),
    create: async (values, options) => {
      const { own, inputs } = split(values);
      if (!inputs?.length) {
        return { ...(await standard.create(own, withStoredValues(options))), attributeValueArr: [] };
      }
      return saveAsOneChange(context, options, (transaction, notices) =>
        createWithValues(transaction, { own, inputs }, notices),
      );
    },
    update: async (id, changes, options) => {
      const { own, inputs } = split(changes);
      if (!inputs?.length) {
        return withValues(database, await standard.update(id, own, withStoredValues(options)));
      }
      return saveAsOneChange(context, options, (transaction, notices) =>
        updateWithValues(id, transaction, { own, inputs }, notices),
      );
    },
  };
};

// Values may have new pictures.
const bodyLimit = 256 * 1024 * 1024;

/** An attribute can be read and saved together with its values. */
export const attributeExtension: Extension = {
  schemas: attributeSchemas,
  operations: attributeOperations,
  bodyLimit,
};
