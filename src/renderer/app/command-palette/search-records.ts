import { IconArrowRight } from '@tabler/icons-react';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { displayNameOf } from '#shared/resource-kit/fields.ts';
import { getClient } from '../../resource-kit/client.ts';
import { getRecordTitle } from '../../resource-kit/list/list-context.tsx';
import { getListPath } from '../../resource-kit/record-paths.ts';
import { screens } from '../../screens/index.ts';
import { getRecordItem } from './get-record-item.ts';
import { sortByTitleMatch } from './sort-by-title-match.ts';

/** Shorter queries match too much. */
export const minQueryLength = 2;

const maxResultsPerGroup = 5;

/** More than are shown, because the server sorts by age and not by relevance. */
const fetchedPerGroup = 25;

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

const searchIn = async (resource: Resource, query: string, signal: AbortSignal) => {
  const params = { pageIndex: 0, pageSize: fetchedPerGroup, query, sort: null, filters: {} };
  const { data, total } = await getClient(resource).list(params, signal);
  const label = resource.labelPlural;
  const getTitle = (record: AnyRecord) => getRecordTitle(resource, record);
  const found = sortByTitleMatch<AnyRecord>(data, { query, getTitle }).slice(0, maxResultsPerGroup);
  const items = found.map((record) =>
    getRecordItem(resource, record, { detail: getResultSubtitle(resource, record, query) }),
  );
  const allPath = getListPath(resource, { query });
  if (total <= found.length || !allPath) return { label, items, hiddenCount: 0 };
  const hiddenCount = total - found.length;
  const more = `${hiddenCount.toLocaleString('en')} more in ${label}`;
  items.push({ id: `all ${label}`, label: more, to: allPath, icon: IconArrowRight, isForgotten: true });
  return { label, items, hiddenCount };
};

/** Searches all resources. A resource that the server lacks returns no results. */
export const searchRecords = async (query: string, signal: AbortSignal) => {
  const settledSearches = await Promise.allSettled(
    screens.map(({ resource }) => searchIn(resource, query, signal)),
  );
  signal.throwIfAborted();
  const [first] = settledSearches;
  if (first?.status === 'rejected' && settledSearches.every(({ status }) => status === 'rejected'))
    throw first.reason;
  const groups = settledSearches.flatMap((result) =>
    result.status === 'fulfilled' && result.value.items.length > 0 ? [result.value] : [],
  );
  return sortByTitleMatch(groups, { query, getTitle: ({ items }) => items[0]?.label ?? '' });
};
