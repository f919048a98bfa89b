import { useQuery } from '@tanstack/react-query';
import { metaSchema } from '#shared/api.ts';
import { request } from './client.ts';
import { statusOf } from './errors.ts';
import { queryClient } from './query-client.ts';

const fetchCapabilities = async (signal: AbortSignal): Promise<readonly string[]> => {
  try {
    // Some servers answer an address that they do not know with a page.
    return metaSchema.safeParse(await request('GET', '/meta', { signal })).data?.capabilities ?? [];
  } catch (error) {
    // A server that keeps to the specification alone knows no such address.
    const status = statusOf(error);
    if (status === undefined || status >= 500) throw error;
    return [];
  }
};

const capabilities = {
  queryKey: ['capabilities'],
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchCapabilities(signal),
  staleTime: Number.POSITIVE_INFINITY,
};

/** Whether the server can do this beyond the specification; undefined until that is known. */
export const useCapability = (name: string): boolean | undefined =>
  // Nothing is known as long as the server is away.
  useQuery({ ...capabilities, retry: true }).data?.includes(name);

/** The same, asked at once. */
export const hasCapability = async (name: string): Promise<boolean> =>
  (await queryClient.fetchQuery(capabilities)).includes(name);
