import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import type { Field } from '#shared/resource-kit/fields.ts';
import { request } from './client.ts';
import { getErrorStatus } from './errors.ts';
import { queryClient } from './query-client.ts';
import { readCapabilities } from './read-capabilities.ts';

const fetchCapabilities = async (signal: AbortSignal): Promise<readonly string[]> => {
  try {
    return readCapabilities(await request<unknown>('GET', '/meta', { signal }));
  } catch (error) {
    // A server that implements only the specification has no such endpoint.
    const status = getErrorStatus(error);
    if (status === undefined || status >= 500) throw error;
    return [];
  }
};

const capabilities = {
  queryKey: ['capabilities'],
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchCapabilities(signal),
  staleTime: Number.POSITIVE_INFINITY,
};

/** Whether the server supports an extension of the specification; undefined until that is known. */
export const useCapability = (name: string): boolean | undefined =>
  // Retries without limit: an unreachable server leaves the answer unknown.
  useQuery({ ...capabilities, retry: true }).data?.includes(name);

/** All capabilities of the server; none until they are known. */
export const useCapabilities = (): readonly string[] => useQuery({ ...capabilities, retry: true }).data ?? [];

/** Returns whether the server supports a field; those of the specification always are. */
export const useIsFieldSupported = (): ((field: Field) => boolean) => {
  const { data: supported } = useQuery({ ...capabilities, retry: true });
  return useCallback(
    ({ capability }) => capability === undefined || supported?.includes(capability) === true,
    [supported],
  );
};

/** `useCapability` outside of components. */
export const hasCapability = async (name: string): Promise<boolean> =>
  (await queryClient.fetchQuery(capabilities)).includes(name);

/** Drops fields that the server doesn't support. */
export const dropUnsupportedFields = async <Values extends Record<string, unknown>>(
  { fields }: Resource,
  values: Values,
): Promise<Partial<Values>> => {
  const supported: Partial<Values> = { ...values };
  for (const [name, { capability }] of Object.entries(fields)) {
    if (capability && name in values && !(await hasCapability(capability))) delete supported[name];
  }
  return supported;
};
