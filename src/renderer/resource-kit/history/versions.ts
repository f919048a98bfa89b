import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { RecordVersion, RestoreVersionRequest, RestoreVersionResponse } from '#shared/history.ts';
import { formatDateTime } from '../../ui/format.ts';
import { request, send } from '../client.ts';
import { queryKeys } from '../query-client.ts';
import { getAuthorName } from './history.tsx';

export type VersionRef = Pick<RecordVersion, '_id' | 'side'>;

/** A version as part of an address. */
export const toVersionKey = ({ _id, side }: VersionRef): string => (side === 'before' ? `${_id}:before` : _id);

export const describeVersion = (version: RecordVersion, { isCurrent = false } = {}): string => {
  if (version.side === 'before') return 'Before version 1';
  const name = isCurrent ? `Current (${version.number})` : `Version ${version.number}`;
  return [name, formatDateTime(version.at), getAuthorName(version)].join(' · ');
};

const pageSize = 100;

/** All versions of a record, newest first, loaded in pages. */
export const useVersions = (resource: string, recordId: string) =>
  useInfiniteQuery({
    queryKey: queryKeys.history(resource, { versionsOf: recordId }),
    queryFn: ({ signal, pageParam }) =>
      request<{ data: RecordVersion[]; total: number }>('GET', '/history/versions', {
        params: { resource, recordId, pageIndex: pageParam, pageSize },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => (pages.length * pageSize < total ? pages.length : undefined),
  });

/** The whole record as it was in a version. */
export const useVersion = (resource: string, version: VersionRef | undefined) =>
  useQuery({
    queryKey: queryKeys.history(resource, { version: version && toVersionKey(version) }),
    queryFn: ({ signal }) =>
      request<{ data: Record<string, unknown> | null }>('GET', `/history/${version?._id}/version`, {
        params: { side: version?.side ?? 'after' },
        signal,
      }),
    select: ({ data }) => data,
    enabled: version !== undefined,
  });

export const restoreVersion = (
  { _id, side }: VersionRef,
  options: Omit<RestoreVersionRequest, 'side'>,
): Promise<RestoreVersionResponse> =>
  send({ method: 'POST', path: `/history/${_id}/restore`, body: { side, ...options } });

/** The fields that restoring a version would change, and those that can't be restored exactly. */
export const useRestorePreview = (
  resource: string,
  { version, current, isEnabled }: { version?: VersionRef; current?: VersionRef; isEnabled: boolean },
) =>
  useQuery({
    queryKey: queryKeys.history(resource, { preview: version, current }),
    queryFn: () => restoreVersion({ _id: '', side: 'after', ...version }, { dryRun: true }),
    enabled: isEnabled && version !== undefined,
    staleTime: 0,
  });
