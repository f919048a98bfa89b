import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import type { Field } from '#shared/resource-kit/fields.ts';
import { fetchServer } from './fetch-server.ts';
import { queryClient } from './query-client.ts';

const serverQuery = queryOptions({
  queryKey: ['server'],
  queryFn: ({ signal }) => fetchServer({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
  // Without limit: an unreachable server leaves the answer unknown.
  retry: true,
});

/** Whether the server is ours, and not one that keeps only the specification; undefined until that is known. */
export const useIsFullServer = (): boolean | undefined => useQuery(serverQuery).data?.isFull;

/** `useIsFullServer` outside of components. */
export const isFullServer = async (): Promise<boolean> =>
  (await queryClient.fetchQuery({ ...serverQuery, retry: undefined })).isFull;

/** Returns whether the server has a field; those of the specification every server has. */
export const useIsFieldSupported = (): ((field: Field) => boolean) => {
  const isFull = useIsFullServer() === true;
  return useCallback(({ isExtra }) => isFull || !isExtra, [isFull]);
};

/** Drops fields that the server doesn't have. */
export const dropUnsupportedFields = async <Values extends Record<string, unknown>>(
  { fields }: Resource,
  values: Values,
): Promise<Partial<Values>> => {
  const isSupported = (name: string) => !fields[name]?.isExtra;
  if (Object.keys(values).every(isSupported) || (await isFullServer())) return values;
  return Object.fromEntries(Object.entries(values).filter(([name]) => isSupported(name))) as Partial<Values>;
};
