import type { FailedRecord } from '#shared/bulk.ts';
import { getReplacementScope } from '#shared/replace.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { referencesTo } from '#shared/resources/index.ts';
import { inChunks } from '../database/chunks.ts';
import type { Row } from '../database/tables.ts';
import { AppError } from '../lib/app-error.ts';
import { type BulkTransaction, type ChangeOptions, runBulkTransaction } from './bulk-transaction.ts';
import type { Extension, RevertTarget } from './extension.ts';
import type { OperationsContext, WriteContext } from './hooks.ts';
import { createRepository } from './repository.ts';
import { notFoundError } from './write.ts';

/** `changeId` is null for a dry run. */
export type ReplaceOutcome = {
  changed: number;
  changeId: string | null;
  title: string;
  failed: FailedRecord[];
};

export type ReplaceTarget = {
  resource: Resource;
  context: OperationsContext;
  getExtension: (resource: string) => Extension | undefined;
  findTarget: (resource: string, context: OperationsContext) => Pick<RevertTarget, 'operations'> | undefined;
};

export type Replacement = { id: string; replacementId: string };

type Reference = { resource: Resource; fieldName: string };

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
  { getExtension, findTarget }: ReplaceTarget,
  { write, context, attempt, attemptAll, pause }: BulkTransaction,
  { resource, fieldName }: Reference,
  { id, replacementId }: Replacement,
): Promise<{ moved: number; isDiscarded: boolean }> => {
  const repository = createRepository(resource, write.database);
  const moveLinks = resource.links?.[fieldName] && getExtension(resource.name)?.moveLinks;
  const operations = findTarget(resource.name, context)?.operations;
  const values = { [fieldName]: replacementId };
  const ids = await repository.findReferrerIds(fieldName, [id]);
  const moveAll = async (chunk: readonly string[]) => {
    if (moveLinks) await moveLinks(write, { context, name: fieldName, ids: chunk, from: id, to: replacementId });
    else if (!operations?.updateMany) return false;
    else
      await operations.updateMany(
        write,
        chunk.map((recordId) => ({ id: recordId, values })),
      );
    return true;
  };
  const moveOne = async (recordId: string) => {
    if (moveLinks) return moveAll([recordId]);
    return operations?.update(recordId, values, { actor: write.actor, changeId: write.changeId });
  };
  let isDiscarded = false;
  let done = 0;
  for (const chunk of inChunks(ids)) {
    if (await pause({ done, total: ids.length })) isDiscarded = true;
    done += chunk.length;
    if (await attemptAll(() => moveAll(chunk))) continue;
    const rows = await repository.findRows(chunk);
    for (const row of rows) {
      const recordId = String(row._id);
      await attempt({ id: recordId, label: String(row[resource.titleField] ?? '') }, () => moveOne(recordId));
    }
  }
  return { moved: ids.length, isDiscarded };
};

/**
 * Makes everything that refers to a record refer to another one, and deletes the record, as part of a transaction.
 * Dependents move first: a sub category takes its products along. Returns the number of moved references.
 */
export const replaceInTransaction = async (
  target: ReplaceTarget,
  transaction: BulkTransaction,
  replacement: Replacement,
): Promise<{ title: string; changed: number }> => {
  const { resource, findTarget } = target;
  const { write, context, attempt, failed } = transaction;
  const record = await lockBoth(resource, write, replacement);
  const title = String(record[resource.titleField] ?? '');
  const references = referencesTo(resource.name);
  const ordered = [
    ...references.filter(({ onDelete }) => onDelete === 'cascade'),
    ...references.filter(({ onDelete }) => onDelete === 'restrict'),
  ];
  let changed = 0;
  let isReferenced = false;
  for (const reference of ordered) {
    const { moved, isDiscarded } = await moveReference(target, transaction, reference, replacement);
    changed += moved;
    isReferenced ||= isDiscarded;
  }
  if (failed.length === 0 && !isReferenced) {
    const { id } = replacement;
    const { actor, changeId } = write;
    await attempt({ id, label: title }, async () =>
      findTarget(resource.name, context)?.operations.remove(id, { actor, changeId }),
    );
  }
  return { title, changed };
};

/** Replaces a record as one change, which is rolled back if a record can't be moved or for a dry run. */
export const replaceRecord = (
  target: ReplaceTarget,
  { isDryRun, ...replacement }: Replacement & { isDryRun: boolean },
  { actor, monitor, beforeCommit }: ChangeOptions<ReplaceOutcome>,
): Promise<ReplaceOutcome> => {
  const run = async (transaction: BulkTransaction) => {
    const { write, failed } = transaction;
    const replaced = await replaceInTransaction(target, transaction, replacement);
    const isCommitted = failed.length === 0 && !isDryRun;
    const outcome = { ...replaced, changeId: isDryRun ? null : write.changeId, failed };
    if (isCommitted) await beforeCommit(write, outcome);
    return { result: outcome, isCommitted };
  };
  return runBulkTransaction(target.context, actor, run, { isDryRun, monitor });
};
