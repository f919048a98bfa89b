import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { formatCount, formatCountInSentence, inSentence } from '#shared/resource-kit/labels.ts';
import { useAnnouncement } from '../../ui/announcements.tsx';
import { openConfirm } from '../../ui/confirm.tsx';
import { useOnChange } from '../../ui/use-on-change.ts';
import { showBulkResult } from '../bulk/bulk-change.tsx';
import { getFailedRecords } from '../bulk/bulk-client.ts';
import { send } from '../client.ts';
import { ApiError, getFieldErrors, reportError } from '../errors.ts';
import { sheetParam } from '../list-params.ts';
import { invalidateResource } from '../query-client.ts';
import { formatNames } from '../record-paths.ts';
import { createSaveSession } from '../save/save-session.ts';
import { useDraft } from '../save/use-draft.tsx';
import { applyEdits, type CellConflict, findConflicts, type RowChange, type Sheet, toUpdates } from './use-sheet.ts';

type UpdateManyResult = { message: string; changeId: string | null; data: AnyRecord[] };

/** The records that someone else has changed, if nothing else prevents the save. */
const getConflicts = (error: unknown): readonly AnyRecord[] => {
  if (!(error instanceof ApiError) || error.response.status !== 409) return [];
  const { conflicts = [], failed } = error.response.data as { conflicts?: AnyRecord[]; failed?: unknown[] };
  return failed?.length === 0 ? conflicts : [];
};

/** Ids of the records that someone has deleted. The server knows no name of these. */
const getDeletedIds = (error: unknown): string[] =>
  getFailedRecords(error).failed.flatMap(({ id, label }) => (label === '' ? id : []));

const maxNamesShown = 3;

/** Asks whether to remove records from the sheet that someone has deleted. */
const confirmRemoval = (
  resource: Resource,
  { titles, othersCount }: { titles: readonly string[]; othersCount: number },
): Promise<boolean> => {
  const { length } = titles;
  const names = titles.slice(0, maxNamesShown).map((title) => `“${title}”`);
  return openConfirm({
    title: `${formatCountInSentence(length, resource)} ${length === 1 ? 'was' : 'were'} deleted meanwhile`,
    message: `Someone else deleted ${formatNames(names, length)}, so your changes to ${length === 1 ? 'it' : 'them'} can’t be saved.`,
    confirmLabel: othersCount > 0 ? `Remove and save ${formatCount(othersCount, 'other')}` : 'Remove from the sheet',
    cancelLabel: 'Keep editing',
  });
};

/** Asks which version of each cell to keep, and returns those of others; null to save nothing. */
export const chooseDropped = async (
  resource: Resource,
  { records, edits, theirs, conflicts }: Parameters<typeof findConflicts>[1] & { conflicts: readonly CellConflict[] },
): Promise<CellConflict[] | null> => {
  const { openMergeDialog } = await import('../save/merge-dialog.tsx');
  const sides = await openMergeDialog({
    resource,
    title: `Someone else changed these ${inSentence(resource.labelPlural)}`,
    text: `Someone else changed ${formatCount(conflicts.length, 'cell')} that you changed as well. Choose which version to keep. Their other changes are kept.`,
    items: conflicts.flatMap(({ id, name }) => {
      const [base, their] = [records.get(id), theirs.find(({ _id }) => _id === id)];
      if (!base || !their) return [];
      return {
        label: `${resource.fields[name]?.label} of ${String(their[resource.titleField] ?? '')}`,
        names: [name],
        versions: { base, theirs: their, mine: applyEdits(resource, base, edits.get(id)) },
        suggested: 'mine',
      };
    }),
    actionLabel: 'Save',
    canChooseAll: true,
  });
  return sides && conflicts.filter((_conflict, index) => sides[index] === 'theirs');
};

/** Updates all changed records of a sheet, each with its own values, as one change: all or none. */
const createSheetSession = (resource: Resource) =>
  createSaveSession({
    send: (records: readonly object[]) =>
      send<UpdateManyResult>({ method: 'POST', path: `/${resource.name}/updateMany`, body: { records } }),
    isConflict: (error) => getConflicts(error).length > 0,
  });

/** Saves all changes of a sheet together. Of cells that someone else changed meanwhile, the user chooses a version. */
export const useSaveSheet = (options: {
  resource: Resource;
  sheet: Sheet;
  /** Called after a saved change was undone. */
  onReload: () => void;
}) => {
  const { resource, sheet, onReload } = options;
  const [session] = useState(() => createSheetSession(resource));
  const isSaving = useStore(session.store, ({ step }) => step === 'sending' || step === 'saved');
  useAnnouncement(isSaving ? 'Saving…' : undefined);
  const refetch = () => invalidateResource(resource.name);

  const mergeAndSave = async (theirs: readonly AnyRecord[]): Promise<void> => {
    const [records, edits] = [sheet.getRecords(), sheet.getEdits()];
    const conflicts = findConflicts(resource, { records, edits, theirs });
    const dropped = conflicts.length === 0 ? [] : await chooseDropped(resource, { records, edits, theirs, conflicts });
    if (dropped === null) return;
    sheet.rebase(theirs, dropped);
    await save();
  };

  const removeAndSave = async (ids: readonly string[], othersCount: number): Promise<void> => {
    const records = sheet.getRecords();
    const titles = ids.map((id) => String(records.get(id)?.[resource.titleField] ?? ''));
    if (!(await confirmRemoval(resource, { titles, othersCount }))) return;
    sheet.remove(ids);
    await refetch();
    await save();
  };

  const save = async (): Promise<void> => {
    const edits = sheet.getEdits();
    const updates = toUpdates(resource, sheet.getRecords(), edits);
    if (updates.length === 0) return;
    const result = await session.save(updates, async ({ data, ...saved }) => {
      sheet.finish(data, edits);
      showBulkResult(saved, async () => {
        await refetch();
        onReload();
      });
      await refetch();
    });
    if (result?.step === 'conflict') return mergeAndSave(getConflicts(result.error));
    if (result?.step !== 'editing') return;
    const { error } = result;
    const sent = updates.map(({ id }) => id);
    sheet.reject(getFieldErrors(error), sent);
    const deleted = getDeletedIds(error);
    if (deleted.length > 0) return removeAndSave(deleted, sent.length - deleted.length);
    reportError(error);
  };
  return { isSaving, save };
};

/** Stores a sheet's unsaved changes on this computer, and offers an earlier draft of any sheet of the same list. */
export const useSheetDraft = (resource: Resource, sheet: Sheet) => {
  const { pathname } = useLocation();
  const draft = useDraft({
    resource: resource.name,
    place: `${pathname}?${sheetParam}=true`,
    base: null,
    isDirty: sheet.edits.size > 0,
    getValues: () => {
      const records = sheet.getRecords();
      const changes = [...sheet.getEdits()].flatMap(([id, values]) => {
        const record = records.get(id);
        return record ? [{ record, values }] : [];
      });
      return { changes };
    },
    onRestore: async ({ changes }) => {
      sheet.restore(changes as RowChange[]);
      return true;
    },
  });
  const { edits } = sheet;
  const { saveSoon } = draft;
  useOnChange([edits], () => saveSoon());
  return draft;
};
