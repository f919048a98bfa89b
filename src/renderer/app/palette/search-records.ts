import type { AnyRecord, Resource } from '#shared/resource/define-resource.ts';
import { displayNameOf } from '#shared/resource/fields.ts';
import { listAddress, recordAddress } from '../../resource/addresses.ts';
import { clientOf } from '../../resource/client.ts';
import { getRecordTitle } from '../../resource/list/list-context.tsx';
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
  const hit = fields.find(
    ([name, { kind, isSearchable }]) =>
      isSearchable === true &&
      kind === 'text' &&
      name !== resource.titleField &&
      String(record[name] ?? '')
        .toLowerCase()
        .includes(query.toLowerCase()),
  );
  if (hit) return String(record[hit[0]]);
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
  const { data, total } = await clientOf(resource).list(params, signal);
  const left = total - data.length;
  const all = listAddress(resource, { query });
  return {
    label: resource.labelPlural,
    records: data.map((record) => ({
      id: record._id,
      title: getRecordTitle(resource, record),
      detail: getResultSubtitle(resource, record, query),
      to: recordAddress(resource, record),
    })),
    more: left > 0 && all ? { count: left, to: all } : null,
  };
};

/** Searches all resources. A resource that the server lacks returns no results. */
export const searchRecords = async (query: string, signal: AbortSignal): Promise<SearchResultGroup[]> => {
  const answers = await Promise.allSettled(screens.map(({ resource }) => searchIn(resource, query, signal)));
  signal.throwIfAborted();
  const [first] = answers;
  if (first?.status === 'rejected' && answers.every(({ status }) => status === 'rejected'))
    throw first.reason;
  return answers.flatMap((answer) =>
    answer.status === 'fulfilled' && answer.value.records.length > 0 ? [answer.value] : [],
  );
};
