import { useQueries } from '@tanstack/react-query';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { listQuery } from '../hooks.ts';
import { parseListParams } from '../list-params.ts';
import type { SavedView } from './saved-views.ts';

/** The number of records in each view, fetched only while enabled. */
export const useViewCounts = (
  resource: Resource,
  views: readonly Pick<SavedView, 'search'>[],
  { isEnabled, fixedFilters }: { isEnabled: boolean; fixedFilters?: Readonly<Record<string, string>> },
): { counts: (number | undefined)[]; isFailed: boolean; refetch: () => void } => {
  const results = useQueries({
    queries: views.map(({ search }) => {
      const params = parseListParams(resource, new URLSearchParams(search));
      const filters = { ...params.filters, ...fixedFilters };
      return {
        ...listQuery(resource, { ...params, filters, pageIndex: 0, pageSize: 1 }),
        enabled: isEnabled,
      };
    }),
  });
  return {
    counts: results.map(({ data }) => data?.total),
    isFailed: results.some(({ isError }) => isError),
    refetch: () => {
      for (const result of results) void result.refetch();
    },
  };
};
