import { IconCheck, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { RefusedRecord } from '#shared/bulk.ts';
import type { Resource } from '#shared/resource/define-resource.ts';
import { referencesTo } from '#shared/resources/index.ts';
import { confirm } from '../../ui/confirm.tsx';
import { showNotice, showSuccess, showUndoable } from '../../ui/toasts.tsx';
import { useCapability } from '../capabilities.ts';
import { reportError } from '../errors.ts';
import { invalidateResource } from '../invalidate.ts';
import { counted } from '../list/counted.ts';
import type { ListParams } from '../list/list-state.ts';
import { type BulkChange, type BulkTarget, changeTogether, refusedOf, revertTogether } from './bulk.ts';
import { changeOneByOne, type MadeChange, readAll, undoOneByOne } from './one-by-one.ts';
import { openRefusalDialog } from './refusal-dialog.tsx';
import type { Selection } from './selection.ts';

/** What can be done to the chosen records. */
export type BulkAction = {
  /** In a word or two, such as "Set Active". */
  label: string;
  /** `what` is how many of which. */
  question: (what: string) => string;
  change: BulkChange;
};

/** The chosen records of a list, and what the list was asked for. */
type Chosen = { selection: Selection; count: number; params: ListParams };

/** How far single calls have come. */
export type BulkProgress = { done: number; total: number; stop: () => void };

const namedAtMost = 3;

const namesOf = ({ selection: { titles, isAll }, count }: Chosen): string => {
  const names = [...titles.values()].slice(0, namedAtMost);
  if (isAll) return 'These are all that the list finds, on all its pages.';
  return `${names.join(', ')}${count > names.length ? ` and ${(count - names.length).toLocaleString('en')} more` : ''}.`;
};

const ask = (
  resource: Resource,
  { label, question, change }: BulkAction,
  chosen: Chosen,
): Promise<boolean> => {
  const what = counted(chosen.count, resource);
  const isDelete = change.action === 'delete';
  const along = referencesTo(resource.name)
    .filter(({ onDelete }) => onDelete === 'cascade')
    .map((child) => child.resource.labelPlural);
  const alongText =
    isDelete && along.length > 0 ? ` Their ${along.join(' and ')} will be deleted with them.` : '';
  return confirm({
    title: label,
    question: question(what),
    detail: namesOf(chosen) + alongText,
    confirmLabel: label,
    confirmIcon: isDelete ? <IconTrash size="1rem" /> : <IconCheck size="1rem" />,
  });
};

const pastOf = ({ action }: BulkChange): string => (action === 'delete' ? 'deleted' : 'updated');

/** The chosen records as they are named to the server. */
export const targetOf = ({
  selection: { isAll, titles },
  params: { query, filters },
}: Pick<Chosen, 'selection' | 'params'>): BulkTarget =>
  isAll ? { filter: { ...filters, ...(query && { query }) } } : { ids: [...titles.keys()] };

const sayNotUndone = (failed: readonly RefusedRecord[], explanation?: string): void =>
  openRefusalDialog({ title: 'Not everything could be undone', explanation, failed });

/** Takes back what was done to many records, and says how that went. */
export const undoTogether = async (resource: Resource, changeId: string): Promise<void> => {
  try {
    showSuccess(await revertTogether(changeId));
  } catch (error) {
    const failed = refusedOf(error);
    if (failed.length === 0) reportError(error, () => void undoTogether(resource, changeId));
    else sayNotUndone(failed, 'Nothing was undone, because these records have changed since.');
  }
  await invalidateResource(resource.name);
};

const undoSingly = async (resource: Resource, made: readonly MadeChange[]): Promise<void> => {
  const failed = await undoOneByOne(resource, made);
  await invalidateResource(resource.name);
  if (failed.length === 0) showSuccess(`${counted(made.length, resource)} changed back`);
  else sayNotUndone(failed);
};

type Work = { resource: Resource; action: BulkAction; chosen: Chosen; onDone: () => void };

const doTogether = async (work: Work, isPartial = false): Promise<void> => {
  const { resource, action, chosen } = work;
  const { change } = action;
  try {
    const answer = await changeTogether({ resource, change, target: targetOf(chosen), isPartial });
    const { message, changeId } = answer;
    if (changeId === null) showNotice(message);
    else showUndoable(message, () => void undoTogether(resource, changeId));
    work.onDone();
  } catch (error) {
    const failed = refusedOf(error);
    if (failed.length === 0) reportError(error, () => void doTogether(work, isPartial));
    const rest = chosen.count - failed.length;
    if (failed.length > 0) {
      openRefusalDialog({
        title: `Nothing was ${pastOf(change)}`,
        explanation: `${counted(failed.length, resource)} of ${chosen.count.toLocaleString('en')} cannot be ${pastOf(change)}:`,
        failed,
        others:
          rest > 0
            ? {
                label: `${action.label} the other ${rest.toLocaleString('en')}`,
                onConfirm: () => void doTogether(work, true),
              }
            : undefined,
      });
    }
  } finally {
    await invalidateResource(resource.name);
  }
};

const doSingly = async (
  { resource, action: { change }, chosen, onDone }: Work,
  canUndo: boolean,
  onProgress: (progress: BulkProgress) => void,
): Promise<void> => {
  const { selection, params } = chosen;
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  try {
    const records = selection.isAll
      ? await readAll(resource, params)
      : [...selection.titles].map(([id, title]) => ({ id, title }));
    const { made, failed, left } = await changeOneByOne({
      resource,
      change,
      records,
      onProgress: (done) => onProgress({ done, total: records.length, stop }),
      signal: stopping.signal,
    });
    const rest = left > 0 ? `; ${left.toLocaleString('en')} left as they are` : '';
    const message = `${counted(made.length, resource)} ${pastOf(change)}${rest}`;
    if (made.length > 0 && canUndo) showUndoable(message, () => void undoSingly(resource, made));
    else if (made.length > 0 || left > 0) showNotice(message);
    if (failed.length > 0) {
      openRefusalDialog({
        title: `${counted(failed.length, resource)} could not be ${pastOf(change)}`,
        failed,
      });
    }
    if (made.length > 0) onDone();
  } catch (error) {
    reportError(error);
  } finally {
    await invalidateResource(resource.name);
  }
};

/** Asks once, does something to all chosen records, says so once, and offers to take all of it back. */
export const useBulkChange = (resource: Resource, onDone: () => void) => {
  const canTogether = useCapability('bulk');
  const canUndo = useCapability('history');
  const [isRunning, setIsRunning] = useState(false);
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const run = async (action: BulkAction, chosen: Chosen): Promise<void> => {
    if (!(await ask(resource, action, chosen))) return;
    setIsRunning(true);
    const work = { resource, action, chosen, onDone };
    if (canTogether) await doTogether(work);
    else await doSingly(work, canUndo === true, setProgress);
    setIsRunning(false);
    setProgress(null);
  };
  return { run, isRunning: isRunning || canTogether === undefined, progress };
};
