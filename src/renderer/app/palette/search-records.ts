import type { AnyRecord, Resource } from '#shared/resource/define-resource.ts';
import { displayNameOf } from '#shared/resource/fields.ts';
import { getClient } from '../../resource/client.ts';
import { getRecordTitle } from '../../resource/list/list-context.tsx';
import { getListPath, getRecordPath } from '../../resource/record-paths.ts';
import { screens } from '../../screens/index.ts';

/** Shorter queries match too much. */
export const minQueryLength = 2;

const maxResultsPerGroup = 5;

type SearchResult = { id: string; title: string; detail: string; to: string };

export type SearchResultGroup = {
  label: string;
  records: SearchResult[];
  /** The number of other matches and the list that shows all; null if these are all. */
  more: { count: number; to: string } | null;
};

/** Tells records of the same name apart: the matching text, else the referenced records. */
const getResultSubtitle = (resource: Resource, record: AnyRecord, query: string): string => {
  const fields = Object.entries(resource.fields);
  const matchingField = fields.find(
    ([name, { kind, isSearchable }]) =>
      isSearchable === true &&
      kind === 'text' &&
      name !== resource.titleField &&
      String(record[name] ?? '')
        .toLowerCase()
        .includes(query.toLowerCase()),
  );
  if (matchingField) return String(record[matchingField[0]]);
  return fields
    .flatMap(([name, { kind }]) => (kind === 'reference' ? [record[displayNameOf(name)]] : []))
    .filter(Boolean)
    .join(', ');
};

const searchIn = async (
  resource: Resource,
  query: string,
  signal: AbortSignal,
): Promise<SearchResultGroup> => {
  const params = { pageIndex: 0, pageSize: maxResultsPerGroup, query, sort: null, filters: {} };
  const { data, total } = await getClient(resource).list(params, signal);
  const remaining = total - data.length;
  const allPath = getListPath(resource, { query });
  return {
    label: resource.labelPlural,
    records: data.map((record) => ({
      id: record._id,
      title: getRecordTitle(resource, record),
      detail: getResultSubtitle(resource, record, query),
      to: getRecordPath(resource, record),
    })),
    more: remaining > 0 && allPath ? { count: remaining, to: allPath } : null,
  };
};

/** Searches all resources. A resource that the server lacks returns no results. */
export const searchRecords = async (query: string, signal: AbortSignal): Promise<SearchResultGroup[]> => {
  const settledSearches = await Promise.allSettled(
    screens.map(({ resource }) => searchIn(resource, query, signal)),
  );
  signal.throwIfAborted();
  const [first] = settledSearches;
  if (first?.status === 'rejected' && settledSearches.every(({ status }) => status === 'rejected'))
    throw first.reason;
  return settledSearches.flatMap((result) =>
    result.status === 'fulfilled' && result.value.records.length > 0 ? [result.value] : [],
  );
};
