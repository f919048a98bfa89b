import { useQueries } from '@tanstack/react-query';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { listQuery } from '../hooks.ts';
import { parseListParams } from '../list-params.ts';
import type { SavedView } from './saved-views.ts';

/** Numbers of records in views, counted only when asked for. */
export const useViewCounts = (
  resource: Resource,
  views: readonly Pick<SavedView, 'search'>[],
  { isEnabled }: { isEnabled: boolean },
): { counts: (number | undefined)[]; isFailed: boolean; refetch: () => void } => {
  const results = useQueries({
    queries: views.map(({ search }) => ({
      ...listQuery(resource, {
        ...parseListParams(resource, new URLSearchParams(search)),
        ...{ pageIndex: 0, pageSize: 1 },
      }),
      enabled: isEnabled,
    })),
  });
  return {
    counts: results.map(({ data }) => data?.total),
    isFailed: results.some(({ isError }) => isError),
    refetch: () => {
      for (const result of results) void result.refetch();
    },
  };
};
