import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { formatCount, formatCountInSentence, formatList } from '#shared/resource-kit/labels.ts';
import { useAnnouncement } from '../../ui/announcements.tsx';
import { openConfirm } from '../../ui/confirm.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { showBulkResult } from '../bulk/bulk-change.tsx';
import { getFieldErrors, reportError } from '../errors.ts';
import { invalidateResource } from '../invalidate.ts';
import { findConflicts, toUpdates } from './sheet-edits.ts';
import { getConflicts, getDeletedIds, updateMany } from './update-many.ts';
import type { Sheet } from './use-sheet.ts';

const maxNamesShown = 3;

/** Asks whether to remove records from the sheet that someone has deleted. */
const confirmRemoval = (
  resource: Resource,
  { titles, othersCount }: { titles: readonly string[]; othersCount: number },
): Promise<boolean> => {
  const { length } = titles;
  const hiddenCount = length - maxNamesShown;
  const names = titles.slice(0, maxNamesShown).map((title) => `“${title}”`);
  const all = hiddenCount > 0 ? [...names, `${hiddenCount.toLocaleString('en')} more`] : names;
  return openConfirm({
    title: `${formatCountInSentence(length, resource)} ${length === 1 ? 'was' : 'were'} deleted meanwhile`,
    message: `Someone else deleted ${formatList(all)}, so your changes to ${length === 1 ? 'it' : 'them'} can’t be saved.`,
    confirmLabel: othersCount > 0 ? `Remove and save ${formatCount(othersCount, 'other')}` : 'Remove from the sheet',
    cancelLabel: 'Keep editing',
  });
};

/** Saves all changes of a sheet together. Of cells that someone else changed meanwhile, the user chooses a version. */
export const useSaveSheet = ({
  resource,
  sheet,
  onReload,
}: {
  resource: Resource;
  sheet: Sheet;
  /** Called after a saved change was undone. */
  onReload: () => void;
}) => {
  const [isSaving, track] = useBusy();
  useAnnouncement(isSaving ? 'Saving…' : undefined);

  const mergeAndSend = async (theirs: readonly AnyRecord[]): Promise<void> => {
    const [records, edits] = [sheet.getRecords(), sheet.getEdits()];
    const conflicts = findConflicts(resource, { records, edits, theirs });
    const { openConflictDialog } = await import('./conflict-dialog.tsx');
    const dropped =
      conflicts.length === 0 ? [] : await openConflictDialog({ resource, records, edits, theirs, conflicts });
    if (dropped === null) return;
    sheet.rebase(theirs, dropped);
    await sendAll();
  };

  const removeAndSend = async (ids: readonly string[], othersCount: number): Promise<void> => {
    const records = sheet.getRecords();
    const titles = ids.map((id) => String(records.get(id)?.[resource.titleField] ?? ''));
    if (!(await confirmRemoval(resource, { titles, othersCount }))) return;
    sheet.remove(ids);
    await invalidateResource(resource.name);
    await sendAll();
  };

  const sendAll = async (): Promise<void> => {
    const updates = toUpdates(resource, sheet.getRecords(), sheet.getEdits());
    if (updates.length === 0) return;
    try {
      const { data, ...result } = await updateMany(resource, updates);
      sheet.finish(data);
      const refetch = () => invalidateResource(resource.name);
      showBulkResult(result, async () => {
        await refetch();
        onReload();
      });
      await refetch();
    } catch (error) {
      const theirs = getConflicts(error);
      if (theirs.length > 0) return mergeAndSend(theirs);
      const sent = updates.map(({ id }) => id);
      sheet.reject(getFieldErrors(error), sent);
      const deleted = getDeletedIds(error);
      if (deleted.length > 0) return removeAndSend(deleted, sent.length - deleted.length);
      reportError(error);
    }
  };

  const save = async (): Promise<void> => {
    if (!isSaving) await track(sendAll());
  };
  return { isSaving, save };
};
