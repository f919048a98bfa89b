import { QueryClient } from '@tanstack/react-query';
import { queryDefaults } from '#shared/client-defaults.ts';
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
