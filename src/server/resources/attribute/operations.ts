import { type AttributeValueInput, attributeSchemas } from '#shared/attribute-values.ts';
import type { AnyRecord } from '#shared/resource-kit/define-resource.ts';
import { attribute } from '#shared/resources/attribute.ts';
import { attributeValue, compareAttributeValues } from '#shared/resources/attribute-value.ts';
import type { Database, Row } from '../../database/tables.ts';
import { type BulkTransaction, runBulkTransaction } from '../../records/bulk-transaction.ts';
import type { OperationsContext } from '../../records/hooks.ts';
import type { Extension, Operations, WriteOptions } from '../../records/operations.ts';
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

type Save = { id: string | null; own: Row; inputs: readonly AttributeValueInput[]; notices: Notices | undefined };

/** Saves a new or existing attribute with its values. */
const saveWithValues = async (
  transaction: BulkTransaction,
  { id, own: { version, ...own }, inputs, notices }: Save,
): Promise<AnyRecord> => {
  const { write, context } = transaction;
  const { database } = write;
  const target = { resource: attribute, context };
  const lock = (attributeId: string) => lockAttributes(database, [attributeId]);
  if (id !== null) await lock(id);
  const record = id === null ? null : await findAttribute(database, id);
  const stored = id === null ? [] : await readValues(database, id, { forUpdate: true });
  if (record && ((version !== undefined && version !== record.version) || haveChangedSince(stored, inputs))) {
    throw staleRecordError(attribute, { ...record, attributeValueArr: stored });
  }
  // An attribute of which only the values change gets no entry in the history that changes nothing.
  const isChanged = !record || Object.entries(own).some(([name, value]) => value !== record[name]);
  const changes = isChanged ? [{ id: id ?? undefined, values: own }] : [];
  const [written] = await writeMany(target, write, changes, { notices });
  const attributeId = id ?? String(written?.row._id);
  if (id === null) await lock(attributeId);
  const attributeName = String(own.name ?? record?.name);
  // Values of another attribute, of which a new one is a copy, are added as new ones.
  const sent = record ? inputs : inputs.map(({ _id, version: _version, ...value }) => value);
  await saveValues(transaction, { attributeId, attributeName, stored, inputs: sent }, notices);
  return withValues(database, await findAttribute(database, attributeId));
};

/** Adds the values to the response before it is stored for a repeated request. */
const withStoredValues = (options: WriteOptions): WriteOptions => ({
  ...options,
  beforeCommit: async (write, record) => options.beforeCommit?.(write, await withValues(write.database, record)),
});

const attributeOperations = (standard: Operations, context: OperationsContext): Operations => {
  const { database } = context.databaseHandle;
  /** Saves an attribute and its values as one change, which is undone as a whole. */
  const save = async (id: string | null, { attributeValueArr, ...own }: Row, options: WriteOptions) => {
    const inputs = (attributeValueArr ?? []) as readonly AttributeValueInput[];
    if (inputs.length === 0) {
      const stored = withStoredValues(options);
      const saved = await (id === null ? standard.create(own, stored) : standard.update(id, own, stored));
      return withValues(database, saved);
    }
    const { actor, beforeCommit, notices } = options;
    return runBulkTransaction<AnyRecord>(context, { actor, beforeCommit }, async (transaction) => {
      const saved = await saveWithValues(transaction, { id, own, inputs, notices });
      const isRecorded = (await transaction.countWritten()) > 0;
      return { ...saved, ...(isRecorded && { changeId: transaction.write.changeId }) };
    });
  };
  return {
    ...standard,
    get: async (id) => withValues(database, await standard.get(id)),
    create: (values, options) => save(null, values, options),
    update: (id, changes, options) => save(id, changes, options),
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
