import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import type { RecordVersion } from '#shared/versions.ts';
import { toVersionKey, useVersion, useVersions } from '../../resource-kit/history/versions.ts';

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
      setSearch(
        (params) => {
          const next = new URLSearchParams(params);
          // The current version stays selected when a newer one becomes the current one.
          if (side === 'to' && current && key === toVersionKey(current)) next.delete(side);
          else next.set(side, key);
          return next;
        },
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
