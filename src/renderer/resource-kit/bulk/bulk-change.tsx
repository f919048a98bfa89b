import { Button, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { BulkResult } from '#shared/bulk.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { formatCountInSentence, formatList, inSentence, joinSentences } from '#shared/resource-kit/labels.ts';
import { referencesTo } from '#shared/resources/index.ts';
import { openConfirm, openNotice } from '../../ui/confirm.tsx';
import { showError, showInfo, showSuccess, showSuccessWithUndo } from '../../ui/toasts.tsx';
import { reportError } from '../errors.ts';
import { resumeChanges } from '../long-change.ts';
import { invalidateResource, refetchAll } from '../query-client.ts';
import { formatNames } from '../record-paths.ts';
import {
  applyBulkChange,
  type BulkAction,
  type BulkChange,
  type CountedTarget,
  countTarget,
  type FailedRecords,
  getFailedRecords,
  revertBulkChange,
  type SelectedRows,
} from './bulk-client.ts';
import classes from './failed-records-dialog.module.css';

const maxRecordsShown = 100;

/** Lists the failed records with the reasons and offers to continue without them. */
export const openFailedRecordsDialog = (
  options: FailedRecords & {
    title: string;
    explanation?: string | undefined;
    /** `onConfirm` continues with the other records, if there are any. */
    continueAction?: { verb: string; count: number; onConfirm: () => void };
  },
): void => {
  const { title, explanation, failed, failedCount, continueAction } = options;
  const shown = failed.slice(0, maxRecordsShown);
  const hiddenCount = failedCount - shown.length;
  openNotice({
    title,
    size: 'lg',
    content: () => (
      <>
        {explanation && <Text>{explanation}</Text>}
        <ul className={classes.list} tabIndex={0} aria-label="Reasons">
          {shown.map(({ id, label, message }) => (
            <li key={id} className={classes.record}>
              {label && <Text fw={600}>{label}</Text>}
              {message}
            </li>
          ))}
          {hiddenCount > 0 && <li className={classes.record}>{`and ${hiddenCount.toLocaleString('en')} more`}</li>}
        </ul>
      </>
    ),
    actions: (close) =>
      continueAction &&
      continueAction.count > 0 && (
        <Button
          variant="brand"
          onClick={() => {
            close();
            continueAction.onConfirm();
          }}
        >
          {`${continueAction.verb} the other ${continueAction.count.toLocaleString('en')}`}
        </Button>
      ),
  });
};

const maxNamesShown = 3;

const summarizeNames = ({ selection: { titlesById, isAll }, count }: CountedOperation): string => {
  if (isAll) return 'This includes items on every page.';
  return formatNames([...titlesById.values()].slice(0, maxNamesShown), count);
};

const dependentsText = (resource: Resource, { action }: BulkChange): string => {
  const cascadeLabels = referencesTo(resource.name)
    .filter(({ onDelete }) => onDelete === 'cascade')
    .map((child) => inSentence(child.resource.labelPlural));
  if (action !== 'delete' || cascadeLabels.length === 0) return '';
  return `Their ${formatList(cascadeLabels)} will also be deleted`;
};

const confirmAction = (operation: CountedOperation): Promise<boolean> => {
  const { resource, action, count } = operation;
  const { label, getQuestion, change } = action;
  return openConfirm({
    title: getQuestion(formatCountInSentence(count, resource)),
    message: joinSentences([summarizeNames(operation), dependentsText(resource, change)]),
    confirmLabel: label,
    ...(change.action === 'delete' ? { isDestructive: true } : { confirmIcon: <IconCheck size="1rem" /> }),
  });
};

const getPastTense = ({ action }: BulkChange): string => (action === 'delete' ? 'deleted' : 'updated');

/** Undoes a bulk change, shows the result and returns whether that worked. `onRetry` replaces the default retry. */
export const undoBulkChange = async (
  changeId: string,
  undo: { refetch: () => Promise<unknown>; title?: string; onRetry?: () => void },
): Promise<boolean> => {
  const { refetch, title = 'Some changes couldn’t be undone', onRetry } = undo;
  try {
    showSuccess(await revertBulkChange(changeId));
    return true;
  } catch (error) {
    const failures = getFailedRecords(error);
    const explanation = 'These items have changed since, so nothing was undone.';
    if (failures.failedCount > 0) openFailedRecordsDialog({ title, explanation, ...failures });
    else reportError(error, onRetry ?? (() => void undoBulkChange(changeId, undo)));
    return false;
  } finally {
    await refetch();
  }
};

/** Shows the result of a bulk change, with Undo if anything was changed. */
export const showBulkResult = (
  { message, changeId }: Pick<BulkResult, 'message' | 'changeId'>,
  refetch: () => Promise<unknown>,
): void => {
  if (changeId === null) showInfo(message);
  else showSuccessWithUndo(message, () => void undoBulkChange(changeId, { refetch }));
};

/** Shows the results of changes whose page was closed before their end. */
export const resumeBulkChanges = (): void =>
  resumeChanges(({ status, data: body }) => {
    const { message, changeId = null } = body as Pick<BulkResult, 'message'> & Partial<BulkResult>;
    if (status === 200) showBulkResult({ message, changeId }, refetchAll);
    else showError(message);
    void refetchAll();
  });

type BulkOperation = SelectedRows & { resource: Resource; action: BulkAction; onDone: () => void };

type CountedOperation = BulkOperation & CountedTarget;

const offerRemaining = (
  operation: CountedOperation,
  details: Pick<Parameters<typeof openFailedRecordsDialog>[0], 'title' | 'explanation' | keyof FailedRecords>,
): void =>
  openFailedRecordsDialog({
    ...details,
    continueAction: {
      verb: operation.action.change.action === 'delete' ? 'Delete' : 'Update',
      count: operation.count - details.failedCount,
      onConfirm: () => void runInBulk(operation, true),
    },
  });

export const runInBulk = async (operation: CountedOperation, isPartial = false): Promise<void> => {
  const { resource, action, target, count } = operation;
  const { change } = action;
  try {
    const bulkResult = await applyBulkChange({ resource, change, target, isPartial });
    showBulkResult(bulkResult, () => invalidateResource(resource.name));
    operation.onDone();
  } catch (error) {
    const failures = getFailedRecords(error);
    if (failures.failedCount === 0) reportError(error, () => void runInBulk(operation, isPartial));
    else {
      offerRemaining(operation, {
        ...failures,
        title: `Nothing was ${getPastTense(change)}`,
        explanation: `${failures.failedCount.toLocaleString('en')} of ${formatCountInSentence(count, resource)} can’t be ${getPastTense(change)}:`,
      });
    }
  } finally {
    await invalidateResource(resource.name);
  }
};

const findUndeletable = async ({ resource, action, target }: CountedOperation): Promise<FailedRecords> => {
  const { change } = action;
  if (change.action !== 'delete' || referencesTo(resource.name).length === 0) return { failed: [], failedCount: 0 };
  return applyBulkChange({ resource, change, target, isPartial: true, isDryRun: true });
};

/** Asks about the records that are selected now; null unless the user confirms. */
export const confirmOperation = async (selected: BulkOperation): Promise<CountedOperation | null> => {
  const { resource, action } = selected;
  const operation = { ...selected, ...(await countTarget(resource, selected)) };
  const { failed, failedCount } = await findUndeletable(operation);
  if (failedCount === 0) return (await confirmAction(operation)) ? operation : null;
  const remainingCount = operation.count - failedCount;
  const explanation = joinSentences([
    action.getQuestion(`the other ${remainingCount.toLocaleString('en')}`),
    dependentsText(resource, action.change),
  ]);
  offerRemaining(operation, {
    failed,
    failedCount,
    title: `${failedCount.toLocaleString('en')} of ${formatCountInSentence(operation.count, resource)} can’t be deleted`,
    explanation: remainingCount > 0 ? explanation : undefined,
  });
  return null;
};
