import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { defaultValueOf, type Field } from '#shared/resource-kit/fields.ts';
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

/**
 * Drops fields that the server doesn't have. Of a new record, also those with the default that the server gives them, so that
 * its request is the specified one.
 */
export const dropUnsupportedFields = async <Values extends Record<string, unknown>>(
  { fields }: Resource,
  { values, isNew }: { values: Values; isNew: boolean },
): Promise<Partial<Values>> => {
  const isFull = Object.keys(values).some((name) => fields[name]?.isExtra) && (await isFullServer());
  const isSent = (name: string): boolean => {
    const field = fields[name];
    return !field?.isExtra || (isFull && !(isNew && values[name] === defaultValueOf(field)));
  };
  return Object.fromEntries(Object.entries(values).filter(([name]) => isSent(name))) as Partial<Values>;
};
