import { useQueries } from '@tanstack/react-query';
import type { SelectOption } from '#shared/api.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { allOptionsQuery, maxOptions, optionsQuery } from '../hooks.ts';
import { queryClient } from '../query-client.ts';

/** Returns a function that loads the options of pasted columns, in which the pasted names are found. */
export const usePasteOptions = (fields: Resource['fields'], names: readonly string[]) => {
  const references = names.flatMap((name) => {
    const field = fields[name];
    return field?.kind === 'reference' ? [{ name, to: field.to }] : [];
  });
  const results = useQueries({ queries: references.map(({ to }) => optionsQuery(to)) });
  const loaded = new Map(references.map(({ name }, index) => [name, results[index]?.data ?? []]));
  return async (pasted: readonly string[]): Promise<Map<string, readonly SelectOption[]>> => {
    const options = new Map<string, readonly SelectOption[]>(loaded);
    for (const { name, to } of references) {
      if (!pasted.includes(name) || loaded.get(name)?.length !== maxOptions) continue;
      options.set(name, await queryClient.fetchQuery(allOptionsQuery(to)));
    }
    return options;
  };
};
