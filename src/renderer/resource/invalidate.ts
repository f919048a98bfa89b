import { referencesTo } from '#shared/resources/index.ts';
import { queryClient, queryKeys } from './query-client.ts';

/** After a write: what shows this resource is asked anew, and what shows its records' names as well. */
export const invalidateResource = async (name: string): Promise<void> => {
  const names = [name, ...referencesTo(name).map(({ resource }) => resource.name)];
  await Promise.all(names.map((each) => queryClient.invalidateQueries({ queryKey: queryKeys.all(each) })));
};
