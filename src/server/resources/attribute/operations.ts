import type { AttributeValueInput } from '#shared/attribute-values.ts';
import type { AnyRecord } from '#shared/resource-kit/define-resource.ts';
import { attribute } from '#shared/resources/attribute.ts';
import { attributeValue, compareAttributeValues } from '#shared/resources/attribute-value.ts';
import type { Database, Row } from '../../database/tables.ts';
import { type BulkTransaction, runBulkTransaction } from '../../records/bulk-transaction.ts';
import type { OperationsContext } from '../../records/hooks.ts';
import { createOperations, type Operations, type WriteOptions } from '../../records/operations.ts';
import { createRepository } from '../../records/repository.ts';
import { notFoundError, staleRecordError } from '../../records/write.ts';
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

const withValues = async (database: Database, record: AnyRecord): Promise<AnyRecord> => ({
  ...record,
  attributeValueArr: await readValues(database, record._id),
});

type Save = { transaction: BulkTransaction; own: Row; inputs: readonly AttributeValueInput[] };

const createWithValues = async ({ transaction, own, inputs }: Save, options: WriteOptions): Promise<AnyRecord> => {
  const record = await createOperations(attribute, transaction.context).create(own, options);
  await lockAttributes(transaction.write.database, [record._id]);
  const attributeName = String(record.name);
  // Values of another attribute, of which this one is a copy, are added as new ones.
  const added = inputs.map(({ _id, version, ...value }) => value);
  const save = { attributeId: record._id, attributeName, stored: [], inputs: added };
  await saveValues(transaction, save, options);
  return record;
};

const updateWithValues = async (
  id: string,
  { transaction, own: { version, ...own }, inputs }: Save,
  options: WriteOptions,
): Promise<AnyRecord> => {
  const { database } = transaction.write;
  await lockAttributes(database, [id]);
  const record = await createRepository(attribute, database).find(id);
  if (!record) throw notFoundError(attribute);
  const stored = await readValues(database, id, { forUpdate: true });
  if ((version !== undefined && version !== record.version) || haveChangedSince(stored, inputs)) {
    throw staleRecordError(attribute, { ...record, attributeValueArr: stored });
  }
  // An attribute of which only the values change gets no entry in the history that changes nothing.
  const isChanged = Object.entries(own).some(([name, value]) => value !== record[name]);
  const saved = isChanged ? await createOperations(attribute, transaction.context).update(id, own, options) : record;
  const attributeName = String(saved.name);
  await saveValues(transaction, { attributeId: id, attributeName, stored, inputs }, options);
  return saved;
};

/** Runs a save of an attribute and its values as one change, which is undone as a whole. */
const saveAsOneChange = (
  context: OperationsContext,
  options: WriteOptions,
  save: (transaction: BulkTransaction, options: WriteOptions) => Promise<AnyRecord>,
): Promise<AnyRecord> =>
  runBulkTransaction(context, options.actor, async (transaction) => {
    const { write } = transaction;
    const { actor, notices } = options;
    const saved = await save(transaction, { actor, notices, changeId: write.changeId });
    const isRecorded = await write.database
      .selectFrom('history')
      .select('_id')
      .where('changeId', '=', write.changeId)
      .limit(1)
      .executeTakeFirst();
    const result = {
      ...(await withValues(write.database, saved)),
      ...(isRecorded && { changeId: write.changeId }),
    };
    await options.beforeCommit?.(write, result);
    return { result, isCommitted: true };
  });

/** Adds the values to the response before it is stored for a repeated request. */
const withStoredValues = (options: WriteOptions): WriteOptions => ({
  ...options,
  beforeCommit: async (write, record) => options.beforeCommit?.(write, await withValues(write.database, record)),
});

export const attributeOperations = (standard: Operations, context: OperationsContext): Operations => {
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
      return saveAsOneChange(context, options, (transaction, saveOptions) =>
        createWithValues({ transaction, own, inputs }, saveOptions),
      );
    },
    update: async (id, changes, options) => {
      const { own, inputs } = split(changes);
      if (!inputs?.length) {
        return withValues(database, await standard.update(id, own, withStoredValues(options)));
      }
      return saveAsOneChange(context, options, (transaction, saveOptions) =>
        updateWithValues(id, { transaction, own, inputs }, saveOptions),
      );
    },
  };
};
