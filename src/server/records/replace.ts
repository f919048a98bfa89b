import type { FailedRecord } from '#shared/bulk.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { referencesTo } from '#shared/resources/index.ts';
import { getReplacementScope } from '#shared/used-by.ts';
import type { Row } from '../database/tables.ts';
import { AppError } from '../lib/app-error.ts';
import { type BulkTransaction, type ChangeOptions, runBulkTransaction } from './bulk-transaction.ts';
import { deleteRecords } from './delete.ts';
import type { OperationsContext, WriteContext } from './hooks.ts';
import { createRepository } from './repository.ts';
import { notFoundError, writeMany } from './write.ts';

/** `changeId` is null for a dry run. */
export type ReplaceOutcome = {
  changed: number;
  changeId: string | null;
  title: string;
  failed: FailedRecord[];
};

export type Replacement = { id: string; replacementId: string };

const invalidReplacement = (message: string) =>
  new AppError('conflict', message, { errors: [{ field: 'replacementId', message }] });

const assertFits = (resource: Resource, record: Row, replacement: Row): void => {
  const misfit = getReplacementScope(resource).find((name) => record[name] !== replacement[name]);
  if (misfit === undefined) return;
  const parent = inSentence(resource.fields[misfit]?.label ?? '');
  throw invalidReplacement(`The replacement must have the same ${parent}`);
};

/** Locks both records, so that no reference to them is added meanwhile. */
const lockBoth = async (
  resource: Resource,
  { database }: WriteContext,
  { id, replacementId }: Replacement,
): Promise<Row> => {
  const rows = await createRepository(resource, database).findRows([id, replacementId], { forUpdate: true });
  const [record, replacement] = [id, replacementId].map((wanted) => rows.find(({ _id }) => _id === wanted));
  if (!record) throw notFoundError(resource);
  if (id === replacementId) throw invalidReplacement('Choose another record as the replacement');
  if (!replacement) throw invalidReplacement('The replacement no longer exists');
  assertFits(resource, record, replacement);
  return record;
};

const moveReference = async (
  { write, context, applyToAll, inParts }: BulkTransaction,
  { resource, fieldName }: { resource: Resource; fieldName: string },
  { id, replacementId }: Replacement,
): Promise<number> => {
  const repository = createRepository(resource, write.database);
  const moveLinks = resource.links?.[fieldName] && context.getHooks(resource.name).moveLinks;
  const ids = await repository.findReferrerIds(fieldName, [id]);
  for await (const chunk of inParts(ids)) {
    const rows = await repository.findRows(chunk, { forUpdate: true });
    await applyToAll(rows, {
      toRecord: (row) => ({ id: String(row._id), label: String(row[resource.titleField] ?? '') }),
      apply: async (some) => {
        const referring = some.map((current) => ({
          id: String(current._id),
          current,
          values: { [fieldName]: replacementId },
        }));
        if (!moveLinks) return writeMany({ resource, context }, write, referring);
        const moved = referring.map((change) => change.id);
        return moveLinks(write, { context, ids: moved, from: id, to: replacementId });
      },
    });
  }
  return ids.length;
};

/**
 * Makes everything that refers to a record refer to another one, and deletes the record, as part of a transaction.
 * Dependents move first: a sub category takes its products along. Returns the number of moved references.
 */
export const replaceInTransaction = async (
  resource: Resource,
  transaction: BulkTransaction,
  replacement: Replacement,
): Promise<{ title: string; changed: number }> => {
  const { write, context, applyToAll, failed } = transaction;
  const record = await lockBoth(resource, write, replacement);
  const title = String(record[resource.titleField] ?? '');
  const references = referencesTo(resource.name);
  const ordered = [
    ...references.filter(({ onDelete }) => onDelete === 'cascade'),
    ...references.filter(({ onDelete }) => onDelete === 'restrict'),
  ];
  let changed = 0;
  for (const reference of ordered) changed += await moveReference(transaction, reference, replacement);
  if (failed.length === 0 && !transaction.hasDiscardedParts()) {
    await applyToAll([record], {
      toRecord: () => ({ id: replacement.id, label: title }),
      apply: () => deleteRecords({ resource, context }, write, [{ id: replacement.id }]),
    });
  }
  return { title, changed };
};

/** Replaces a record as one change, which is rolled back if a record can't be moved or for a dry run. */
export const replaceRecord = (
  { resource, context }: { resource: Resource; context: OperationsContext },
  { isDryRun, ...replacement }: Replacement & { isDryRun: boolean },
  options: ChangeOptions<ReplaceOutcome>,
): Promise<ReplaceOutcome> =>
  runBulkTransaction(context, { ...options, isDryRun }, async (transaction) => {
    const replaced = await replaceInTransaction(resource, transaction, replacement);
    return { ...replaced, changeId: isDryRun ? null : transaction.write.changeId, failed: transaction.failed };
  });
