import { IconCheck, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { BulkResult, FailedRecord } from '#shared/bulk.ts';
import type { Resource } from '#shared/resource/define-resource.ts';
import { formatCountInSentence, formatList, inSentence, joinSentences } from '#shared/resource/labels.ts';
import { referencesTo } from '#shared/resources/index.ts';
import { confirm } from '../../ui/confirm.tsx';
import { showInfo, showSuccess, showSuccessWithUndo } from '../../ui/toasts.tsx';
import { useCapability } from '../capabilities.ts';
import { reportError } from '../errors.ts';
import { invalidateResource } from '../invalidate.ts';
import type { ListParams } from '../list-state.ts';
import {
  applyBulkChange,
  type BulkChange,
  type BulkTarget,
  getFailedRecords,
  revertBulkChange,
} from './bulk-client.ts';
import { openFailedRecordsDialog } from './failed-records-dialog.tsx';
import type { Selection } from './selection.ts';

export type BulkAction = {
  label: string;
  /** `what` is the count with the resource's name. */
  question: (what: string) => string;
  change: BulkChange;
};

type SelectionSnapshot = { selection: Selection; count: number; params: ListParams };

const maxNamesShown = 3;

const summarizeNames = ({ selection: { titles, isAll }, count }: SelectionSnapshot): string => {
  const names = [...titles.values()].slice(0, maxNamesShown);
  if (isAll) return 'This includes items on every page.';
  return `${names.join(', ')}${count > names.length ? ` and ${(count - names.length).toLocaleString('en')} more` : ''}`;
};

const dependentsText = (resource: Resource, { action }: BulkChange): string => {
  const cascadeLabels = referencesTo(resource.name)
    .filter(({ onDelete }) => onDelete === 'cascade')
    .map((child) => inSentence(child.resource.labelPlural));
  if (action !== 'delete' || cascadeLabels.length === 0) return '';
  return `Their ${formatList(cascadeLabels)} will also be deleted`;
};

const ask = (
  resource: Resource,
  { label, question, change }: BulkAction,
  chosen: SelectionSnapshot,
): Promise<boolean> =>
  confirm({
    title: label,
    question: question(formatCountInSentence(chosen.count, resource)),
    detail: joinSentences([summarizeNames(chosen), dependentsText(resource, change)]),
    confirmLabel: label,
    confirmIcon: change.action === 'delete' ? <IconTrash size="1rem" /> : <IconCheck size="1rem" />,
  });

const getPastTense = ({ action }: BulkChange): string => (action === 'delete' ? 'deleted' : 'updated');

export const toBulkTarget = ({
  selection: { isAll, titles },
  params: { query, filters },
}: Pick<SelectionSnapshot, 'selection' | 'params'>): BulkTarget =>
  isAll ? { filter: { ...filters, ...(query && { query }) } } : { ids: [...titles.keys()] };

type Undo = { refetch: () => Promise<unknown>; title?: string; again?: () => void };

/** Undoes a bulk change, shows the result and returns whether that worked. `again` retries it. */
export const undoBulkChange = async (changeId: string, undo: Undo): Promise<boolean> => {
  const { refetch, title = 'Some changes couldn’t be undone', again } = undo;
  try {
    showSuccess(await revertBulkChange(changeId));
    return true;
  } catch (error) {
    const failed = getFailedRecords(error);
    const explanation = 'These items have changed since, so nothing was undone.';
    if (failed.length > 0) openFailedRecordsDialog({ title, explanation, failed });
    else reportError(error, again ?? (() => void undoBulkChange(changeId, undo)));
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

type BulkOperation = {
  resource: Resource;
  action: BulkAction;
  chosen: SelectionSnapshot;
  onDone: () => void;
};

const offerOthers = (
  work: BulkOperation,
  failed: readonly FailedRecord[],
  { title, explanation }: { title: string; explanation: (others: number) => string | undefined },
): void => {
  const others = work.chosen.count - failed.length;
  openFailedRecordsDialog({
    ...{ title, failed, explanation: explanation(others) },
    others: {
      verb: work.action.change.action === 'delete' ? 'Delete' : 'Update',
      count: others,
      onConfirm: () => void runInBulk(work, true),
    },
  });
};

const runInBulk = async (work: BulkOperation, isPartial = false): Promise<void> => {
  const { resource, action, chosen } = work;
  const { change } = action;
  try {
    const answer = await applyBulkChange({ resource, change, target: toBulkTarget(chosen), isPartial });
    showBulkResult(answer, () => invalidateResource(resource.name));
    work.onDone();
  } catch (error) {
    const failed = getFailedRecords(error);
    if (failed.length === 0) reportError(error, () => void runInBulk(work, isPartial));
    else {
      offerOthers(work, failed, {
        title: `Nothing was ${getPastTense(change)}`,
        explanation: () =>
          `${failed.length.toLocaleString('en')} of ${formatCountInSentence(chosen.count, resource)} can’t be ${getPastTense(change)}:`,
      });
    }
  } finally {
    await invalidateResource(resource.name);
  }
};

const findUndeletable = async ({
  resource,
  action,
  chosen,
}: BulkOperation): Promise<FailedRecord[] | null> => {
  const { change } = action;
  if (change.action !== 'delete' || referencesTo(resource.name).length === 0) return [];
  try {
    const target = toBulkTarget(chosen);
    return (await applyBulkChange({ resource, change, target, isPartial: true, isDryRun: true })).failed;
  } catch (error) {
    reportError(error);
    return null;
  }
};

const confirmTogether = async (work: BulkOperation): Promise<boolean> => {
  const { resource, action, chosen } = work;
  const failed = await findUndeletable(work);
  if (failed === null) return false;
  if (failed.length === 0) return ask(resource, action, chosen);
  offerOthers(work, failed, {
    title: `${failed.length.toLocaleString('en')} of ${formatCountInSentence(chosen.count, resource)} can’t be deleted`,
    explanation: (others) =>
      others > 0
        ? joinSentences([
            action.question(`the other ${others.toLocaleString('en')}`),
            dependentsText(resource, action.change),
          ])
        : undefined,
  });
  return false;
};

/** Confirms and runs a bulk change, shows one result toast and offers to undo it. */
export const useBulkChange = (resource: Resource, onDone: () => void) => {
  const isAvailable = useCapability('bulk') === true;
  const [isRunning, setIsRunning] = useState(false);
  const isAsking = useRef(false);
  const run = async (action: BulkAction, chosen: SelectionSnapshot): Promise<void> => {
    if (isAsking.current) return;
    isAsking.current = true;
    const work = { resource, action, chosen, onDone };
    const isWanted = await confirmTogether(work);
    isAsking.current = false;
    if (!isWanted) return;
    setIsRunning(true);
    await runInBulk(work);
    setIsRunning(false);
  };
  return { run, isRunning: isRunning || !isAvailable };
};
