import { IconArrowRight, IconFileText } from '@tabler/icons-react';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { displayNameOf } from '#shared/resource-kit/fields.ts';
import { getClient } from '../../resource-kit/client.ts';
import { getRecordTitle } from '../../resource-kit/list/list-context.tsx';
import { getListPath, getRecordPath } from '../../resource-kit/record-paths.ts';
import type { Icon } from '../../resource-kit/screens/resource-screens.ts';
import { screens } from '../../screens/index.ts';
import { findItemByPath } from '../navigation.ts';

/** Shorter queries match too much. */
export const minQueryLength = 2;

const maxResultsPerGroup = 5;

type PaletteItem = { id: string; label: string; detail?: string; to: string; icon: Icon };
export type PaletteGroup = { label: string; items: PaletteItem[] };

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
  const params = { pageIndex: 0, pageSize: maxResultsPerGroup, query, sort: null, filters: {} };
  const { data, total } = await getClient(resource).list(params, signal);
  const label = resource.labelPlural;
  const items = data.map((record): PaletteItem => {
    const to = getRecordPath(resource, record);
    return {
      id: record._id,
      label: getRecordTitle(resource, record),
      detail: getResultSubtitle(resource, record, query),
      to,
      icon: findItemByPath(to.split('?')[0] ?? '')?.icon ?? IconFileText,
    };
  });
  const allPath = getListPath(resource, { query });
  if (total <= data.length || !allPath) return { label, items, count: data.length };
  const more = `${(total - data.length).toLocaleString('en')} more in ${label}`;
  items.push({ id: `all ${label}`, label: more, to: allPath, icon: IconArrowRight });
  return { label, items, count: total };
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
  return settledSearches.flatMap((result) =>
    result.status === 'fulfilled' && result.value.items.length > 0 ? [result.value] : [],
  );
};
