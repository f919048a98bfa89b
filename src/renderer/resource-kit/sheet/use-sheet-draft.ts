import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { isArrayOf, isObject, isShape, isString } from '#shared/guards.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { sheetParam } from '../list-params.ts';
import { useDraft } from '../save/use-draft.ts';
import type { RowChange, Sheet } from './use-sheet.ts';

const isRecord = (value: unknown): value is AnyRecord => isObject(value) && isString(value._id);

const isDraft = isShape<{ changes: RowChange[] }>({
  changes: isArrayOf(isShape<RowChange>({ record: isRecord, values: isObject })),
});

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
    onRestore: async (values) => {
      if (!isDraft(values)) return false;
      sheet.restore(values.changes);
      return true;
    },
  });
  const { edits } = sheet;
  const { saveSoon } = draft;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change is stored
  useEffect(() => saveSoon(), [edits, saveSoon]);
  return draft;
};
