import { useLocalStorage } from '@mantine/hooks';
import { IconArrowRight, IconFileText } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import * as z from 'zod/mini';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { screenPaths } from '#shared/resource-kit/paths.ts';
import { findResource } from '#shared/resources/index.ts';
import { product } from '#shared/resources/product.ts';
import type { FoundRecords } from '#shared/search.ts';
import { request } from '../../resource-kit/client.ts';
import { getErrorStatus } from '../../resource-kit/errors.ts';
import { getHistoryPath } from '../../resource-kit/history/history.tsx';
import { recordQuery } from '../../resource-kit/hooks.ts';
import { fillPathWithRecord, getListPath, getRecordPath, getRecordTitle } from '../../resource-kit/record-paths.ts';
import { useUserId } from '../../resource-kit/session-store.ts';
import { screens } from '../../screens/index.ts';
import { formatMoney } from '../../ui/format.ts';
import { parseStored } from '../../ui/stored-item.ts';
import { findItemByPath } from '../pages.ts';
import {
  addRecentId,
  getRecordItemId,
  type PaletteGroup,
  type PaletteItem,
  parseRecordItemId,
} from './palette-item.ts';

/** Shorter queries match too much. */
export const minQueryLength = 2;

const maxResultsPerGroup = 5;

const toGroup = (resource: Resource, { total, records }: FoundRecords['data'][number], query: string) => {
  const label = resource.labelPlural;
  const shown = records.slice(0, maxResultsPerGroup);
  const items = shown.map(({ _id, title, detail, image, price, isLowestPrice }) => ({
    ...getRecordItem(resource, { _id, [resource.titleField]: title }, { detail }),
    image: image ?? undefined,
    value: price === null ? undefined : `${isLowestPrice ? 'from ' : ''}${formatMoney(price)}`,
  }));
  const allPath = getListPath(resource, { query });
  if (total <= shown.length || !allPath) return { label, items, hiddenCount: 0 };
  const hiddenCount = total - shown.length;
  const more = `${hiddenCount.toLocaleString('en')} more in ${label}`;
  return {
    label,
    items: [...items, { id: `all ${label}`, label: more, to: allPath, icon: IconArrowRight, isForgotten: true }],
    hiddenCount,
  };
};

/** Searches all resources that have screens. Groups with a title that contains the query come first, then products. */
export const searchRecords = async (query: string, signal: AbortSignal) => {
  const { data } = await request<FoundRecords>('GET', '/search', { params: { query }, signal });
  const rank = ({ resource, records }: FoundRecords['data'][number]) => {
    const isInTitle = records[0]?.title.toLowerCase().includes(query.toLowerCase());
    return (isInTitle ? 0 : 2) + (resource === product.name ? 0 : 1);
  };
  const order = screens.map(({ resource }) => resource);
  return data
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap((found) => {
      const resource = order.find(({ name }) => name === found.resource);
      return resource ? [toGroup(resource, found, query)] : [];
    });
};

/** Opens a record, its form or its history. */
const getRecordItem = (resource: Resource, record: AnyRecord, { detail }: { detail: string }): PaletteItem => {
  const to = getRecordPath(resource, record);
  const { view, edit } = screenPaths(resource.paths);
  return {
    editTo: view && edit && fillPathWithRecord(edit, record),
    historyTo: getHistoryPath(resource.name, record._id),
    id: getRecordItemId(resource.name, record._id),
    label: getRecordTitle(resource, record),
    detail,
    to,
    icon: findItemByPath(to.split('?')[0] ?? '')?.icon ?? IconFileText,
  };
};

const maxRecentItems = 5;

const idsSchema = z.array(z.string());

/** Ids of the items that the user chose last on this computer. Nothing else is stored, as titles are private. */
const useRecentIds = () => {
  const [ids, setIds] = useLocalStorage<string[]>({
    key: `palette.${useUserId()}`,
    defaultValue: [],
    getInitialValueInEffect: false,
    deserialize: (text) => parseStored(idsSchema, text) ?? [],
  });
  // Not as updater functions, which wouldn't run if the palette closes before the next render.
  return {
    ids,
    add: (id: string) => setIds(addRecentId(ids, id)),
    remove: (removedIds: readonly string[]) => setIds(ids.filter((id) => !removedIds.includes(id))),
  };
};

/** The items chosen last, as far as they are available on this page, with the current titles of records. */
export const useRecentGroup = (groups: readonly PaletteGroup[]) => {
  const { ids, add, remove } = useRecentIds();
  const available = new Map(groups.flatMap(({ items }) => items.map((item) => [item.id, item] as const)));
  const references = ids.flatMap((id) => {
    const { resourceName = '', recordId = '' } = parseRecordItemId(id) ?? {};
    const resource = findResource(resourceName);
    return resource ? [{ id, resource, recordId }] : [];
  });
  const shownReferences = references.slice(0, maxRecentItems);
  const queries = useQueries({
    queries: shownReferences.map(({ resource, recordId }) => recordQuery(resource, recordId)),
  });
  const deletedIds = shownReferences
    .filter((_, index) => getErrorStatus(queries[index]?.error) === 404)
    .map(({ id }) => id);
  const forgetDeleted = useEffectEvent(() => remove(deletedIds));
  useEffect(() => {
    if (deletedIds.length > 0) forgetDeleted();
  }, [deletedIds.length]);
  const findItem = (id: string): PaletteItem[] => {
    const item = available.get(id);
    if (item) return [item];
    const index = shownReferences.findIndex((reference) => reference.id === id);
    const resource = shownReferences[index]?.resource;
    const record = queries[index]?.data;
    return resource && record ? [getRecordItem(resource, record, { detail: resource.label })] : [];
  };
  const group: PaletteGroup = { label: 'Recent', items: ids.flatMap(findItem).slice(0, maxRecentItems) };
  return { group, addRecent: add };
};
