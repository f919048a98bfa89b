import type { TrashBulkRequest, TrashBulkResult } from '#shared/history.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { openFailedRecordsDialog, undoBulkChange } from '../../resource-kit/bulk/bulk-change.tsx';
import { getFailedRecords } from '../../resource-kit/bulk/bulk-client.ts';
import { reportError } from '../../resource-kit/errors.ts';
import { changeTrash, purgeAll, purgeItem, refetchTrash } from '../../resource-kit/history/trash.ts';
import { openConfirm } from '../../ui/confirm.tsx';
import { showSuccess, showSuccessWithUndo } from '../../ui/toasts.tsx';

const confirmPurge = (
  subject: string,
  { names, confirmLabel = 'Delete permanently' }: { names?: string; confirmLabel?: string } = {},
): Promise<boolean> =>
  openConfirm({
    title: `Permanently delete ${subject}?`,
    message: 'This can’t be undone. Files that nothing else uses are deleted, too.',
    detail: names,
    confirmLabel,
    isDestructive: true,
  });

/** Runs an action, shows its outcome in a toast, and returns whether it succeeded. */
const run = async (request: () => Promise<TrashBulkResult>, handleError?: (error: unknown) => boolean) => {
  try {
    const { message, changeId } = await request();
    if (changeId === null) showSuccess(message);
    else showSuccessWithUndo(message, () => void undoBulkChange(changeId, { refetch: refetchTrash }));
    return true;
  } catch (error) {
    if (!handleError?.(error)) reportError(error);
    return false;
  } finally {
    await refetchTrash();
  }
};

export const confirmAndPurge = async (item: { id: string; title: string }): Promise<boolean> => {
  if (!(await confirmPurge(formatCount(1, 'item'), { names: item.title }))) return false;
  return run(() => purgeItem(item.id));
};

/** Permanently deletes all items up to `newestId` after confirmation. */
export const confirmAndEmpty = async (count: number, newestId: string): Promise<boolean> => {
  const subject = count === 1 ? 'the only item in Trash' : `all ${formatCount(count, 'item')} in Trash`;
  if (!(await confirmPurge(subject, { confirmLabel: 'Empty trash' }))) return false;
  return run(() => purgeAll(newestId));
};

export type TrashTarget = { ids: string[] } | { filter: NonNullable<TrashBulkRequest['filter']> };

export const confirmAndPurgeMany = async (count: number, target: TrashTarget): Promise<boolean> => {
  if (!(await confirmPurge(formatCount(count, 'item')))) return false;
  return run(() => changeTrash({ action: 'delete', partial: true, ...target }));
};

/** Restores the selected items, or none if one can't be restored; a dialog then offers to restore the others. */
export const restoreMany = (
  count: number,
  target: TrashTarget,
  { isPartial = false, onDone }: { isPartial?: boolean; onDone: () => void },
): Promise<void> =>
  run(
    () => changeTrash({ action: 'restore', partial: isPartial, ...target }),
    (error) => {
      const failures = getFailedRecords(error);
      if (failures.failedCount === 0) return false;
      openFailedRecordsDialog({
        title: 'Nothing was restored',
        explanation: `${formatCount(failures.failedCount, 'item')} of ${count.toLocaleString('en')} can’t be restored:`,
        ...failures,
        continueAction: {
          verb: 'Restore',
          count: count - failures.failedCount,
          onConfirm: () => void restoreMany(count, target, { isPartial: true, onDone }),
        },
      });
      return true;
    },
  ).then((isDone) => {
    if (isDone) onDone();
  });
