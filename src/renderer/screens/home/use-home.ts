import { useQuery } from '@tanstack/react-query';
import { type Home, homeResponseSchema } from '#shared/home.ts';
import { useCapability } from '../../resource-kit/capabilities.ts';
import { request } from '../../resource-kit/client.ts';
import { queryKeys } from '../../resource-kit/query-client.ts';

const pollIntervalMs = 2000;

const isRunning = ({ state }: Home['imports'][number]): boolean => state === 'running' || state === 'waiting';

/** Counts, changes and imports, followed while an import is running. */
export const useHome = () =>
  useQuery({
    queryKey: queryKeys.home,
    queryFn: async ({ signal }) => homeResponseSchema.parse(await request('GET', '/home', { signal })).data,
    enabled: useCapability('home') === true,
    refetchInterval: ({ state }) => (state.data?.imports.some(isRunning) ? pollIntervalMs : false),
  });

export type HomeQuery = ReturnType<typeof useHome>;
