import { IconArrowRight, IconFileText } from '@tabler/icons-react';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import type { FoundRecords } from '#shared/search.ts';
import { request } from '../../resource-kit/client.ts';
import { getListPath, getRecordPath, getRecordTitle } from '../../resource-kit/record-paths.ts';
import { screens } from '../../screens/index.ts';
import { findItemByPath } from '../pages.ts';
import { getRecordItemId, type PaletteItem, sortByTitleMatch } from './palette-item.ts';

/** Shorter queries match too much. */
export const minQueryLength = 2;

const maxResultsPerGroup = 5;

const toGroup = (resource: Resource, { total, records }: FoundRecords['data'][number], query: string) => {
  const label = resource.labelPlural;
  const shown = sortByTitleMatch(records, { query, getTitle: ({ title }) => title }).slice(0, maxResultsPerGroup);
  const items = shown.map(({ _id, title, detail }) =>
    getRecordItem(resource, { _id, [resource.titleField]: title }, { detail }),
  );
  const allPath = getListPath(resource, { query });
  if (total <= shown.length || !allPath) return { label, items, hiddenCount: 0 };
  const hiddenCount = total - shown.length;
  const more = `${hiddenCount.toLocaleString('en')} more in ${label}`;
  items.push({ id: `all ${label}`, label: more, to: allPath, icon: IconArrowRight, isForgotten: true });
  return { label, items, hiddenCount };
};

/** Searches all resources that have screens. */
export const searchRecords = async (query: string, signal: AbortSignal) => {
  const { data } = await request<FoundRecords>('GET', '/search', { params: { query }, signal });
  const groups = screens.flatMap(({ resource }) => {
    const found = data.find(({ resource: name }) => name === resource.name);
    return found ? [toGroup(resource, found, query)] : [];
  });
  return sortByTitleMatch(groups, { query, getTitle: ({ items }) => items[0]?.label ?? '' });
};

/** Opens a record. */
export const getRecordItem = (resource: Resource, record: AnyRecord, { detail }: { detail: string }): PaletteItem => {
  const to = getRecordPath(resource, record);
  return {
    id: getRecordItemId(resource.name, record._id),
    label: getRecordTitle(resource, record),
    detail,
    to,
    icon: findItemByPath(to.split('?')[0] ?? '')?.icon ?? IconFileText,
  };
};
