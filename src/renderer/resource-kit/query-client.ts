import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { queryDefaults } from '#shared/client-defaults.ts';
import type { AnyRecord } from '#shared/resource-kit/define-resource.ts';
import { referencesTo } from '#shared/resources/index.ts';
import { getRetryDelay } from '../platform/server.ts';
import { getErrorStatus } from './errors.ts';
import { offlinePersister } from './offline-cache.ts';

const shouldRetry = (failureCount: number, error: unknown): boolean => {
  const status = getErrorStatus(error);
  // The server would reject the same request again.
  return failureCount < queryDefaults.retries && (status === undefined || status >= 500);
};

/** Query cache with the defaults of section 9 of the specification. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      persister: offlinePersister,
      retry: shouldRetry,
      retryDelay: getRetryDelay,
      gcTime: queryDefaults.garbageCollectionTime,
      // The server may be this computer, so being offline doesn't matter.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

export const queryKeys = {
  everything: ['resource'] as const,
  all: (name: string) => ['resource', name] as const,
  lists: (name: string) => ['resource', name, 'list'] as const,
  list: (name: string, params: object) => ['resource', name, 'list', params] as const,
  counts: (name: string, pages: readonly object[]) => ['resource', name, 'counts', pages] as const,
  record: (name: string, id: string) => ['resource', name, 'record', id] as const,
  history: (name: string, params: object) => ['resource', name, 'history', params] as const,
  allOptions: (name: string) => ['resource', name, 'options'] as const,
  presence: (name: string, id: string) => ['presence', name, id] as const,
  comments: (name: string, id: string) => ['comments', name, id] as const,
  mentions: ['mentions'] as const,
  home: ['home'] as const,
  trash: ['trash'] as const,
  options: (name: string, filters: object) => ['resource', name, 'options', filters] as const,
};

/** Of mutations that change cached records before the server has. */
export const optimisticKey = (name: string) => ['optimistic', name] as const;

/** Refetches active queries, including those still loading, whose response may predate the change. */
export const refetchQueries = async (queryKey: QueryKey): Promise<void> => {
  // A query without data would otherwise keep its pending request and accept that response as fresh.
  await queryClient.cancelQueries({ queryKey });
  await queryClient.invalidateQueries({ queryKey });
};

/** Shows values of a record in its lists and on its pages; returns a function that shows the previous ones again. */
export const showValues = async (name: string, id: string, values: Readonly<Record<string, unknown>>) => {
  const lists = { queryKey: queryKeys.lists(name) };
  const single = { queryKey: queryKeys.record(name, id) };
  await Promise.all([queryClient.cancelQueries(lists), queryClient.cancelQueries(single)]);
  const previous = [...queryClient.getQueriesData(lists), ...queryClient.getQueriesData(single)];
  const apply = (row: AnyRecord): AnyRecord => (row._id === id ? { ...row, ...values } : row);
  queryClient.setQueriesData<{ data: AnyRecord[] }>(
    lists,
    (response) => response && { ...response, data: response.data.map(apply) },
  );
  queryClient.setQueriesData<AnyRecord>(single, (shown) => shown && apply(shown));
  return () => {
    for (const [key, response] of previous) queryClient.setQueryData(key, response);
  };
};

let ownChangeAt = 0;

/** When this window last made a change, in milliseconds. The list that is loaded after it shows it at once. */
export const getOwnChangeTime = (): number => ownChangeAt;

/** Refetches this resource and those that show its records' names. */
export const refetchResource = async (name: string): Promise<void> => {
  const names = [name, ...referencesTo(name).map(({ resource }) => resource.name)];
  await Promise.all(names.map((resourceName) => refetchQueries(queryKeys.all(resourceName))));
};

/** Refetches the records that a write of this window may have changed. */
export const invalidateResource = (name: string): Promise<void> => {
  ownChangeAt = Date.now();
  return refetchResource(name);
};

/** Call after a change that may affect records of any resource. */
export const refetchAll = (): Promise<void> => {
  ownChangeAt = Date.now();
  return refetchQueries(queryKeys.everything);
};
