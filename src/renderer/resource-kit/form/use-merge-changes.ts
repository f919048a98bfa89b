import type { UseFormReturn } from 'react-hook-form';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { useUserId } from '../session-store.ts';
import { findConflictAuthor } from './conflict-authors.ts';
import type { FormValues } from './field-props.ts';
import { type InitialValues, serializeValues, toFormValues } from './form-values.ts';
import { findDifferences, isAllMine, isSame } from './merge.ts';
import type { MergeConflict } from './merge-dialog.tsx';

/**
 * Merges lists that aren't fields of the record, item by item. For a list without conflicts, it returns a base that
 * contains their changes, so that only those of the user differ.
 */
export type MergeLists = (versions: { base: AnyRecord; theirs: AnyRecord; mine: FormValues }) => {
  base: AnyRecord;
  mine: FormValues;
};

/** Merges what the form shows with other versions of its record. */
export const useMergeChanges = ({
  resource,
  base,
  form,
  initialValues,
  mergeLists,
}: {
  resource: Resource;
  /** The record as the form loaded it. */
  base: AnyRecord | null;
  form: UseFormReturn<FormValues>;
  initialValues: InitialValues | undefined;
  mergeLists: MergeLists | undefined;
}) => {
  const userId = useUserId();

  const openMerge = async (conflict: Omit<MergeConflict, 'resource' | 'author'>): Promise<boolean> => {
    const before = serializeValues(form.getValues());
    const { openMergeDialog } = await import('./merge-dialog.tsx');
    const author = await findConflictAuthor(resource, { ...conflict, userId });
    // Edits made while the dialog loaded stay.
    const typed = Object.entries(serializeValues(form.getValues())).filter(
      ([name, value]) => !isSame(value, before[name]),
    );
    const onMerge = (values: FormValues) => conflict.onMerge({ ...values, ...Object.fromEntries(typed) });
    return openMergeDialog({ ...conflict, onMerge, resource, author });
  };

  const compare = (versions: { base: AnyRecord; theirs: AnyRecord; mine: FormValues }) => {
    const merged = { ...versions, ...mergeLists?.(versions) };
    return { ...merged, differences: findDifferences({ ...merged, resource, initialValues }) };
  };

  /** Merges the user's changes with those saved meanwhile, and asks about conflicts. */
  const mergeChanges = (theirs: AnyRecord, onMerge: (values: FormValues) => void): void => {
    // A record that was added meanwhile is compared with an empty form.
    const empty = { ...theirs, ...toFormValues(resource, null, initialValues), version: 0 };
    const versions = { base: base ?? empty, theirs };
    const { mine, differences } = compare({ ...versions, mine: serializeValues(form.getValues()) });
    if (isAllMine(differences)) onMerge(mine);
    else void openMerge({ ...versions, mine, differences, actionLabel: 'Save merged version', onMerge });
  };

  /** Restores a draft and asks about conflicts if the record has changed since. Returns whether it was restored. */
  const restoreDraft = async (values: FormValues, draftBase: AnyRecord | null): Promise<boolean> => {
    const names = Object.keys(form.getValues()).filter((name) => name in values);
    const mine = {
      ...serializeValues(form.getValues()),
      ...Object.fromEntries(names.map((name) => [name, values[name]])),
    };
    const applyValues = (merged: FormValues) => {
      for (const name of names) form.setValue(name, merged[name], { shouldDirty: true });
    };
    // Some servers' records have no version, and lists aren't part of it: compare values instead.
    const isSameVersion = !mergeLists && base?.version !== undefined && base.version === draftBase?.version;
    if (!base || !draftBase || isSameVersion) {
      applyValues(mine);
      return true;
    }
    const compared = compare({ base: draftBase, theirs: base, mine });
    if (isAllMine(compared.differences)) {
      applyValues(compared.mine);
      return true;
    }
    const actionLabel = 'Restore merged version';
    return openMerge({ ...compared, actionLabel, onMerge: applyValues });
  };
  return { openMerge, mergeChanges, restoreDraft };
};
