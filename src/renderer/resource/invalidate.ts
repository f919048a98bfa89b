import type { QueryKey } from '@tanstack/react-query';
import { referencesTo } from '#shared/resources/index.ts';
import { queryClient, queryKeys } from './query-client.ts';

/** Asks anew what is shown, also what is being asked for the first time: that answer may be from before. */
export const askAnew = async (queryKey: QueryKey): Promise<void> => {
  // Where there is no data yet, invalidating would wait for the answer that is on its way, and take it for the new one.
  await queryClient.cancelQueries({ queryKey });
  await queryClient.invalidateQueries({ queryKey });
};

/** After a write: what shows this resource is asked anew, and what shows its records' names as well. */
export const invalidateResource = async (name: string): Promise<void> => {
  const names = [name, ...referencesTo(name).map(({ resource }) => resource.name)];
  await Promise.all(names.map((each) => askAnew(queryKeys.all(each))));
};
