import type { UseFormReturn } from 'react-hook-form';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import type { RecordVersion } from '#shared/versions.ts';
import { request } from '../client.ts';
import { findDifferences, isSame, mergeValues } from '../save/merge.ts';
import { isFullServer } from '../server-level.ts';
import { useUserId } from '../session-store.ts';
import { type FormValues, type InitialValues, serializeValues, toFormValues } from './form-values.ts';
import type { ConflictAuthor } from './merge-dialog.tsx';

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

/** Returns a function that merges what the form shows with another version; null if the user goes on editing. */
export const useMerge = ({
  resource,
  form,
  initialValues,
  mergeLists,
}: {
  resource: Resource;
  form: UseFormReturn<FormValues>;
  initialValues: InitialValues | undefined;
  mergeLists: MergeLists | undefined;
}): Merge => {
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
    const { openMergeDialog } = await import('./merge-dialog.tsx');
    const author = await findConflictAuthor(resource, { base, theirs, userId });
    // Edits made while the dialog loaded stay.
    const typed = Object.entries(serializeValues(form.getValues())).filter(
      ([name, value]) => !isSame(value, before[name]),
    );
    const merged = await openMergeDialog({ resource, base, theirs, mine, differences, author, actionLabel });
    return merged && { ...merged, ...Object.fromEntries(typed) };
  };
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

export const findConflictAuthor = async (
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
