import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { useStoredDraft } from '../drafts/use-stored-draft.ts';
import { recordSchema } from '../errors.ts';
import { sheetParam } from '../list-params.ts';
import type { Sheet } from './use-sheet.ts';

const draftSchema = z.object({
  changes: z.array(z.object({ record: recordSchema, values: z.record(z.string(), z.unknown()) })),
});

/** Stores a sheet's unsaved changes on this computer, and offers an earlier draft of any sheet of the same list. */
export const useSheetDraft = (resource: Resource, sheet: Sheet) => {
  const { pathname } = useLocation();
  const draft = useStoredDraft({
    resource,
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
      const { data } = draftSchema.safeParse(values);
      if (data) sheet.restore(data.changes);
      return data !== undefined;
    },
  });
  const { edits } = sheet;
  const { saveSoon } = draft;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change is stored
  useEffect(() => saveSoon(), [edits, saveSoon]);
  return draft;
};
