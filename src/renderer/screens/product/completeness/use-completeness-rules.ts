import { useQuery } from '@tanstack/react-query';
import { type CompletenessRules, defaultCompletenessRules, type Requirement } from '#shared/product/completeness.ts';
import type { RecordOf } from '#shared/resource-kit/define-resource.ts';
import { completenessRules } from '#shared/resources/completeness-rules.ts';
import { getClient } from '../../../resource-kit/client.ts';
import { queryKeys } from '../../../resource-kit/query-client.ts';
import { useIsFullServer } from '../../../resource-kit/server-level.ts';

type RulesRecord = RecordOf<typeof completenessRules>;

/** The saved rules; null if none were saved yet. The list, unlike the record, isn't an error then. */
const fetchRules = async (signal: AbortSignal): Promise<RulesRecord | null> => {
  const page = { pageIndex: 0, pageSize: 1, query: '', sort: null, filters: {} };
  const { data } = await getClient(completenessRules).list(page, signal);
  return data[0] ?? null;
};

export const useRulesRecord = () => {
  const isSupported = useIsFullServer() === true;
  return useQuery({
    queryKey: queryKeys.record(completenessRules.name, 'current'),
    queryFn: ({ signal }) => fetchRules(signal),
    enabled: isSupported,
  });
};

/** The current rules; undefined until they are loaded, and on servers without them. */
export const useCompletenessRules = (): CompletenessRules | undefined => {
  const { data } = useRulesRecord();
  if (data === undefined) return undefined;
  if (data === null) return defaultCompletenessRules;
  return { requirements: data.requirements as Requirement[], minDescription: data.minDescription };
};
