import { useQuery } from '@tanstack/react-query';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { listQuery } from '../hooks.ts';
import { parseListParams } from '../list-params.ts';
import { queryClient, queryKeys } from '../query-client.ts';
import type { SavedView } from './saved-views.ts';

/** The number of records in each view, fetched only while enabled. */
export const useViewCounts = (
  resource: Resource,
  views: readonly Pick<SavedView, 'search'>[],
  { isEnabled, fixedFilters }: { isEnabled: boolean; fixedFilters?: Readonly<Record<string, string>> },
): { counts: readonly (number | undefined)[]; isFailed: boolean; refetch: () => void } => {
  const pages = views.map(({ search }) => {
    const params = parseListParams(resource, new URLSearchParams(search));
    const filters = { ...params.filters, ...fixedFilters };
    return { ...params, filters, pageIndex: 0, pageSize: 1 };
  });
  // One query, because `useQueries` would add to the code that every list loads.
  const { data = [], refetch } = useQuery({
    queryKey: queryKeys.counts(resource.name, pages),
    queryFn: async () => {
      const results = await Promise.allSettled(
        pages.map((page) => queryClient.fetchQuery({ ...listQuery(resource, page), staleTime: 0 })),
      );
      return results.map((result) => (result.status === 'fulfilled' ? result.value.total : null));
    },
    enabled: isEnabled,
  });
  return {
    counts: data.map((count) => count ?? undefined),
    isFailed: data.includes(null),
    refetch: () => void refetch(),
  };
};
