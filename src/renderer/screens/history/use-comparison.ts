import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { FieldError } from '#shared/api.ts';
import type { RecordVersion } from '#shared/history.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { formatList } from '#shared/resource-kit/labels.ts';
import { showBulkResult } from '../../resource-kit/bulk/bulk-change.tsx';
import { getErrorStatus, getFieldErrors, reportError } from '../../resource-kit/errors.ts';
import {
  restoreVersion,
  toVersionKey,
  useRestorePreview,
  useVersion,
  useVersions,
} from '../../resource-kit/history/versions.ts';
import { getFieldLabel } from '../../resource-kit/kinds/field-diff.tsx';
import { withParams } from '../../resource-kit/list-params.ts';
import { invalidateResource } from '../../resource-kit/query-client.ts';
import { groupRelatedFields } from '../../resource-kit/save/merge.ts';
import { useCan } from '../../resource-kit/session-store.ts';
import { openConfirm } from '../../ui/confirm.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { useBusy } from '../../ui/use-busy.ts';

export type ComparedSide = {
  side: 'from' | 'to';
  version: RecordVersion | undefined;
  record: Record<string, unknown> | null | undefined;
  isCurrent: boolean;
  choose: (key: string) => void;
};

/** The two versions that the address selects; by default the current one and the one before it. */
export const useComparison = (resource: Resource, recordId: string) => {
  const [search, setSearch] = useSearchParams();
  const query = useVersions(resource.name, recordId);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const versions = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const [current, previous] = versions;
  const find = (name: 'from' | 'to', fallback: RecordVersion | undefined) => {
    const key = search.get(name);
    return key === null ? fallback : versions.find((version) => toVersionKey(version) === key);
  };
  const from = find('from', previous ?? current);
  const to = find('to', current);
  const isMissing = versions.length > 0 && (!from || !to);
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isMissing, hasNextPage, isFetchingNextPage, fetchNextPage]);
  const records = {
    from: useVersion(resource.name, from),
    to: useVersion(resource.name, to),
    current: useVersion(resource.name, current),
  };
  const toSide = (side: 'from' | 'to', version: RecordVersion | undefined): ComparedSide => ({
    side,
    version,
    record: records[side].data,
    isCurrent: version !== undefined && version === current,
    choose: (key) =>
      // The current version stays selected when a newer one becomes the current one.
      setSearch(
        (params) =>
          withParams(params, { [side]: side === 'to' && current && key === toVersionKey(current) ? null : key }),
        { replace: true },
      ),
  });
  return {
    query,
    versions,
    current,
    currentRecord: records.current.data,
    isMissing: isMissing && !hasNextPage,
    failedQuery: Object.values(records).find(({ isLoadingError }) => isLoadingError),
    sides: [toSide('from', from), toSide('to', to)] as const,
  };
};

export type Comparison = ReturnType<typeof useComparison>;

type FieldNote = { message: string; isBlocking: boolean };

const findErrorOf = (errors: readonly FieldError[], name: string) =>
  errors.find(({ field }) => field === name || field.startsWith(`${name}.`));

/** Restores fields from one side of a comparison. */
export const useRestore = (
  resource: Resource,
  { version, isCurrent }: ComparedSide,
  { current, currentRecord }: Comparison,
) => {
  const can = useCan(resource.name);
  const canRestore = can('update') && !isCurrent;
  const preview = useRestorePreview(resource.name, {
    ...(version && { version: { _id: version._id, side: version.side } }),
    ...(current && { current: { _id: current._id, side: current.side } }),
    isEnabled: canRestore,
  });
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [isRestoring, track] = useBusy();
  const issues = preview.data?.issues ?? [];
  const changed = [
    ...(preview.data?.fields ?? []),
    ...issues.filter(({ isBlocking }) => isBlocking).map(({ field }) => field),
  ];
  const getNote = (name: string): FieldNote | undefined => {
    const error = findErrorOf(errors, name);
    if (error) return { message: error.message, isBlocking: false };
    return issues.find(({ field }) => field === name);
  };
  const send = async (fields: string[]) => {
    if (!version) return;
    setErrors([]);
    const refetch = () => invalidateResource(resource.name);
    try {
      const seenVersion = (currentRecord as AnyRecord | undefined)?.version;
      const result = await restoreVersion(version, {
        fields,
        ...(seenVersion !== undefined && { version: seenVersion }),
      });
      await refetch();
      showBulkResult(result, refetch);
    } catch (error) {
      const fieldErrors = getFieldErrors(error);
      setErrors(fieldErrors);
      if (!fields.some((name) => findErrorOf(fieldErrors, name))) reportError(error);
      await refetch();
    }
  };
  const restoreAll = async () => {
    const named = issues.map(({ field, message }) => `${getFieldLabel(resource, field)}: ${message}`);
    const isConfirmed = await openConfirm({
      title: version?.side === 'before' ? 'Restore the initial values?' : `Restore version ${version?.number}?`,
      message: `${formatList(preview.data?.fields.map((name) => getFieldLabel(resource, name)) ?? [])} will be as on ${formatDateTime(version?.at)}. You can undo this.`,
      ...(named.length > 0 && { detail: `Some fields can’t be restored exactly. ${named.join(' ')}` }),
      confirmLabel: 'Restore',
    });
    if (isConfirmed) await track(send(preview.data?.fields ?? []));
  };
  return {
    canRestore: canRestore && preview.isSuccess,
    isDeleted: getErrorStatus(preview.error) === 404,
    isRestoring,
    restorableCount: preview.data?.fields.length ?? 0,
    isRestorable: (name: string) => changed.includes(name),
    getNote,
    restoreAll,
    /** Restores a field with those that only make sense together with it. */
    restoreField: (name: string) =>
      track(send(groupRelatedFields(resource, changed).find((group) => group.includes(name)) ?? [name])),
  };
};

export type Restore = ReturnType<typeof useRestore>;
