import type { QueryKey } from '@tanstack/react-query';
import { referencesTo } from '#shared/resources/index.ts';
import { queryClient, queryKeys } from './query-client.ts';

/** Refetches active queries, including those still loading, whose response may predate the change. */
export const refetchQueries = async (queryKey: QueryKey): Promise<void> => {
  // A query without data would otherwise keep its pending request and accept that response as fresh.
  await queryClient.cancelQueries({ queryKey });
  await queryClient.invalidateQueries({ queryKey });
};

let ownChangeAt = 0;

/** When this window last made a change, in milliseconds. The list that is loaded after it shows it at once. */
export const getOwnChangeTime = (): number => ownChangeAt;

/** Refetches this resource and those that show its records' names. */
export const refetchResource = async (name: string): Promise<void> => {
  const names = [name, ...referencesTo(name).map(({ resource }) => resource.name)];
  await Promise.all(names.map((resourceName) => refetchQueries(queryKeys.all(resourceName))));
};

/** Call after a write: refetches what it may have changed. */
export const invalidateResource = (name: string): Promise<void> => {
  ownChangeAt = Date.now();
  return refetchResource(name);
};

/** Call after a change that may affect records of any resource. */
export const refetchAll = (): Promise<void> => {
  ownChangeAt = Date.now();
  return refetchQueries(queryKeys.everything);
};
