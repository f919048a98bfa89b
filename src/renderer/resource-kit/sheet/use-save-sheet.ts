import { useState } from 'react';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { useAnnouncement } from '../../ui/announcements.tsx';
import { showBulkResult } from '../bulk/use-bulk-change.tsx';
import { getFieldErrors, reportError } from '../errors.ts';
import { invalidateResource } from '../invalidate.ts';
import { findConflicts, toUpdates } from './sheet-edits.ts';
import { getConflicts, updateMany } from './update-many.ts';
import type { Sheet } from './use-sheet.ts';

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
  const [isSaving, setIsSaving] = useState(false);
  useAnnouncement(isSaving ? 'Saving…' : undefined);

  const mergeAndSend = async (theirs: readonly AnyRecord[], records: Sheet['records']): Promise<void> => {
    const edits = sheet.getEdits();
    const conflicts = findConflicts(resource, { records, edits, theirs });
    const { openConflictDialog } = await import('./conflict-dialog.tsx');
    const dropped =
      conflicts.length === 0 ? [] : await openConflictDialog({ resource, records, edits, theirs, conflicts });
    if (dropped === null) return;
    await sendAll(sheet.rebase(theirs, dropped));
  };

  const sendAll = async (records: Sheet['records']): Promise<void> => {
    const updates = toUpdates(resource, records, sheet.getEdits());
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
      if (theirs.length > 0) return mergeAndSend(theirs, records);
      sheet.reject(
        getFieldErrors(error),
        updates.map(({ id }) => id),
      );
      reportError(error);
    }
  };

  const save = async (): Promise<void> => {
    if (isSaving) return;
    setIsSaving(true);
    await sendAll(sheet.records).finally(() => setIsSaving(false));
  };
  return { isSaving, save };
};
