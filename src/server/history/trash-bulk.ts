import type { FailedRecord } from '#shared/bulk.ts';
import type { TrashBulkRequest, TrashBulkResult } from '#shared/history.ts';
import { inChunks } from '../database/chunks.ts';
import type { TrashTable } from '../database/tables.ts';
import { type BulkTransaction, type ChangeOptions, runBulkTransaction } from '../records/bulk-transaction.ts';
import type { OperationsContext } from '../records/hooks.ts';
import { findRevertTarget } from '../resources/index.ts';
import { findTrashItems, notInTrashMessage, purge } from './trash.ts';
import { groupEntries, restoreItems } from './undo.ts';

export type TrashOutcome = Omit<TrashBulkResult, 'success' | 'message' | 'failedCount'>;

export type TrashBulkOptions = ChangeOptions<TrashOutcome> & {
  context: OperationsContext;
  /** Resources that a filter skips because the user lacks the permission. */
  except: string[];
};

const addMissing = ({ failed }: BulkTransaction, ids: readonly string[]): void => {
  failed.push(...ids.map((id): FailedRecord => ({ id, label: '', message: notInTrashMessage })));
};

/** Returns items newest first: parents were deleted after the records that refer to them. */
const findItems = async (
  transaction: BulkTransaction,
  { ids, filter }: Pick<TrashBulkRequest, 'ids' | 'filter'>,
  except: string[],
): Promise<TrashTable[]> => {
  const { database } = transaction.write;
  if (filter) return findTrashItems(database, { filter, except });
  const items = await findTrashItems(database, { ids: [...new Set(ids)] });
  const found = new Set(items.map(({ _id }) => _id));
  addMissing(
    transaction,
    [...new Set(ids)].filter((id) => !found.has(id)),
  );
  return items;
};

const restoreAll = async (
  { write, context, applyToAll, pause }: BulkTransaction,
  items: readonly TrashTable[],
): Promise<number> => {
  let [restored, done] = [0, 0];
  const groups = groupEntries(items.map((item) => ({ ...item, action: 'delete' as const })));
  for (const { resource, entries } of groups) {
    const revertTarget = findRevertTarget(resource, context);
    if (!revertTarget) continue;
    for (const chunk of inChunks(entries)) {
      await pause({ done, total: items.length });
      done += chunk.length;
      const results = await applyToAll(chunk, {
        toRecord: ({ _id: id, title: label }) => ({ id, label }),
        apply: (some) => restoreItems(write, some, { context, revertTarget }),
      });
      restored += results.flat().length;
    }
  }
  return restored;
};

const purgeAll = async (transaction: BulkTransaction, items: readonly TrashTable[]): Promise<number> => {
  const { write, failed, pause } = transaction;
  const message = 'It was deleted together with another item. Delete that item instead.';
  for (const { _id: id, title: label, deletedWith } of items) {
    if (deletedWith !== null) failed.push({ id, label, message });
  }
  const ids = items.filter(({ deletedWith }) => deletedWith === null).map(({ _id }) => _id);
  let [count, done] = [0, 0];
  for (const chunk of inChunks(ids)) {
    await pause({ done, total: ids.length });
    done += chunk.length;
    const purged = await purge(write, chunk);
    count += purged.size;
    addMissing(
      transaction,
      chunk.filter((id) => !purged.has(id)),
    );
  }
  return count;
};

/** Restores or permanently deletes items as one change: all or none, unless `partial`. */
export const changeTrash = (
  { action, partial, ...target }: TrashBulkRequest,
  { context, actor, monitor, except, ...options }: TrashBulkOptions,
): Promise<{ outcome: TrashOutcome; isCommitted: boolean }> => {
  const run = async (transaction: BulkTransaction) => {
    const { write, failed } = transaction;
    const items = await findItems(transaction, target, except);
    const changed = await (action === 'restore' ? restoreAll : purgeAll)(transaction, items);
    const isCommitted = partial || failed.length === 0;
    const written = await transaction.countWritten();
    const outcome: TrashOutcome = {
      total: target.filter ? items.length : new Set(target.ids).size,
      changed,
      cascadedCount: written - changed,
      failed,
      changeId: isCommitted && action === 'restore' && changed > 0 ? write.changeId : null,
    };
    if (isCommitted) await options.beforeCommit(write, outcome);
    return { result: { outcome, isCommitted }, isCommitted };
  };
  // Purged parts can't be undone.
  return runBulkTransaction(context, actor, run, { isPartial: partial, keepsParts: action === 'delete', monitor });
};
