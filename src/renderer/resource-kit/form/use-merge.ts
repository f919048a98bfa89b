import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { RecordVersion } from '#shared/history.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { displayNameOf, isReferenceField } from '#shared/resource-kit/fields.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { formatDateTime } from '../../ui/format.ts';
import { request } from '../client.ts';
import { getErrorStatus } from '../errors.ts';
import { deletedLabel, getCachedLabel, useRecord } from '../hooks.ts';
import { getFieldLabel } from '../kinds/field-diff.tsx';
import { getRecordTitle } from '../record-paths.ts';
import { type Difference, findDifferences, isSame, mergeValues } from '../save/merge.ts';
import { isFullServer, useIsFullServer } from '../server-level.ts';
import { useUserId } from '../session-store.ts';
import { type FormValues, type InitialValues, serializeValues, toFormValues } from './form-values.ts';

/** `base`: the record as the user opened it. `theirs`: as someone else saved it meanwhile. */
type FormVersions = { base: AnyRecord; theirs: AnyRecord; mine: FormValues };

/**
 * Merges lists that aren't fields of the record, item by item. For a list without conflicts, it returns a base that
 * contains their changes, so that only those of the user differ.
 */
export type MergeLists = (versions: FormVersions) => Pick<FormVersions, 'base' | 'mine'>;

export type Merge = (
  versions: FormVersions,
  /** `asks`: when the user chooses, unless only one side has changed anything or each value. */
  options: { actionLabel: string; asks: 'always' | 'ifTheirsChanged' | 'ifConflict' },
) => Promise<FormValues | null>;

export type ConflictAuthor = {
  /** The signed-in user made all changes, in another window. */
  isSelf: boolean;
  name: string | null;
};

/** Names the other users who saved the later versions. */
export const summarizeAuthors = (
  laterVersions: readonly Pick<RecordVersion, 'userId' | 'userName'>[],
  userId: string,
): ConflictAuthor => {
  const ofOthers = laterVersions.filter((version) => version.userId !== userId);
  const names = [...new Set(ofOthers.flatMap(({ userName }) => userName ?? []))];
  return { isSelf: laterVersions.length > 0 && ofOthers.length === 0, name: names.join(' and ') || null };
};

const maxVersions = 50;

const findConflictAuthor = async (
  resource: Resource,
  { base, theirs, userId }: { base: AnyRecord; theirs: AnyRecord; userId: string },
): Promise<ConflictAuthor> => {
  // Each change adds one version.
  const pageSize = Math.min(maxVersions, Number(theirs.version) - Number(base.version ?? 0));
  try {
    const hasVersions = pageSize > 0 && (await isFullServer());
    if (!hasVersions) return summarizeAuthors([], userId);
    const params = { resource: resource.name, recordId: base._id, pageIndex: 0, pageSize };
    const { data } = await request<{ data: RecordVersion[] }>('GET', '/history/versions', { params });
    return summarizeAuthors(data, userId);
  } catch {
    // The dialog opens anyway.
    return { isSelf: false, name: null };
  }
};

const addReferenceLabels = ({ fields }: Resource, { base, theirs, mine }: FormVersions): FormValues => {
  const labels = Object.entries(fields).flatMap(([name, field]) => {
    if (!isReferenceField(field)) return [];
    const known = [base, theirs].find((record) => record[name] === mine[name])?.[displayNameOf(name)];
    const label = known ?? getCachedLabel(field.to, mine[name]) ?? (mine[name] ? deletedLabel(field.to) : null);
    return [[displayNameOf(name), label]];
  });
  return { ...mine, ...Object.fromEntries(labels) };
};

const describeChangedBy = ({ isConflict, suggested }: Difference, { isSelf }: ConflictAuthor): string => {
  if (isConflict) return isSelf ? 'Changed in both windows' : 'Changed by both of you';
  if (suggested === 'mine') return isSelf ? 'Changed in this window' : 'Changed by you';
  return isSelf ? 'Changed in the other window' : 'Changed by them';
};

const describeMerge = (resource: Resource, theirs: AnyRecord, { isSelf, name }: ConflictAuthor) => {
  const label = inSentence(resource.label);
  const saved = `saved “${getRecordTitle(resource, theirs)}”`;
  const savedAt = formatDateTime(theirs.updatedAt);
  const when = `${savedAt && `on ${savedAt} `}while you were editing`;
  const choose = 'Choose which version to keep for each field.';
  const marks = 'Added words are underlined, removed words struck through.';
  if (isSelf)
    return {
      title: `You changed this ${label} in another window`,
      text: `You, in another window, ${saved} ${when} it here. ${choose}`,
      hint: `Fields changed in only one window are already selected. ${marks}`,
      sideLabels: { theirs: 'You, in another window', mine: 'You, in this window' },
    };
  return {
    title: `Someone else changed this ${label}`,
    text: `${name ?? 'Someone else'} ${saved} ${when}. ${choose}`,
    hint: `Fields that only one of you changed are already selected. ${marks}`,
  };
};

/** Returns a function that merges what the form shows with another version; null if the user goes on editing. */
export const useMerge = (options: {
  resource: Resource;
  form: UseFormReturn<FormValues>;
  initialValues: InitialValues | undefined;
  mergeLists: MergeLists | undefined;
}): Merge => {
  const { resource, form, initialValues, mergeLists } = options;
  const userId = useUserId();
  const toVersion = (record: AnyRecord) => ({ ...record, ...toFormValues(resource, record, initialValues) });
  return async (versions, { actionLabel, asks }) => {
    const { base, theirs, mine } = { ...versions, ...mergeLists?.(versions) };
    // Values that the record doesn't contain, such as a password, are always the form's.
    const names = Object.keys(mine).filter((name) => name in resource.fields || name in theirs);
    const differences = findDifferences(resource, { base: toVersion(base), theirs: toVersion(theirs), mine }, names);
    const fromTheirs = differences.flatMap((one) => (one.suggested === 'theirs' ? one.names : []));
    const hasConflict = differences.some(({ isConflict }) => isConflict);
    const mustAsk = hasConflict || asks === 'always' || (asks === 'ifTheirsChanged' && fromTheirs.length > 0);
    if (!mustAsk) return mergeValues({ theirs, mine }, fromTheirs);

    const before = serializeValues(form.getValues());
    const { openMergeDialog } = await import('../save/merge-dialog.tsx');
    const author = await findConflictAuthor(resource, { base, theirs, userId });
    // Edits made while the dialog loaded stay.
    const typed = Object.entries(serializeValues(form.getValues())).filter(
      ([name, value]) => !isSame(value, before[name]),
    );
    const sorted = differences.toSorted((one, other) => Number(other.isConflict) - Number(one.isConflict));
    const versionsWithLabels = { base, theirs, mine: addReferenceLabels(resource, { base, theirs, mine }) };
    const sides = await openMergeDialog({
      resource,
      ...describeMerge(resource, theirs, author),
      items: sorted.map((difference) => ({
        label: difference.names.map((name) => getFieldLabel(resource, name)).join(', '),
        note: describeChangedBy(difference, author),
        names: difference.names,
        versions: versionsWithLabels,
        suggested: difference.suggested,
      })),
      actionLabel,
    });
    if (!sides) return null;
    const chosen = sorted.flatMap(({ names }, index) => (sides[index] === 'theirs' ? names : []));
    return { ...mergeValues({ theirs, mine }, chosen), ...Object.fromEntries(typed) };
  };
};

export type SavedMeanwhile =
  | 'deleted'
  | {
      author: ConflictAuthor;
      /** Takes over what others changed, and asks about fields that both have changed. */
      update: () => void;
      /** Shows both versions and lets the user choose. */
      compare: () => void;
    };

/**
 * Changes that others have saved since the form was opened. A form without changes takes it over at once; null if there is
 * nothing to tell.
 */
export const useSavedMeanwhile = (options: {
  resource: Resource;
  /** The record that the form is based on. */
  base: AnyRecord | null;
  isDirty: boolean;
  /** While the form is being saved, a newer version may be its own. */
  isPaused: boolean;
  onUpdate: (theirs: AnyRecord, asks: 'always' | 'ifConflict') => void;
}): SavedMeanwhile | null => {
  const { resource, base, isDirty, isPaused, onUpdate } = options;
  const userId = useUserId();
  const isFull = useIsFullServer() === true;
  // Live updates refetch it.
  const { data, error } = useRecord(resource, isFull ? base?._id : undefined);
  const latest: AnyRecord | undefined = data;
  const theirs = !isPaused && latest && Number(latest.version) > Number(base?.version) ? latest : null;
  const { data: author } = useQuery({
    queryKey: ['conflictAuthor', resource.name, base?._id, base?.version, theirs?.version],
    queryFn: () => (base && theirs ? findConflictAuthor(resource, { base, theirs, userId }) : null),
    enabled: theirs !== null && isDirty,
  });
  const takeOver = useEffectEvent(() => {
    if (theirs) onUpdate(theirs, 'ifConflict');
  });
  const canTakeOver = theirs !== null && !isDirty;
  useEffect(() => {
    if (canTakeOver) takeOver();
  }, [canTakeOver]);
  if (!isPaused && getErrorStatus(error) === 404) return 'deleted';
  if (!theirs || !author || !isDirty) return null;
  return { author, update: () => onUpdate(theirs, 'ifConflict'), compare: () => onUpdate(theirs, 'always') };
};
