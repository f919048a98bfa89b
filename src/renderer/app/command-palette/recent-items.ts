import { useLocalStorage } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import * as z from 'zod/mini';
import { findResource } from '#shared/resources/index.ts';
import { getErrorStatus } from '../../resource-kit/errors.ts';
import { recordQuery } from '../../resource-kit/hooks.ts';
import { useUserId } from '../../resource-kit/session-store.ts';
import { parseStored } from '../../ui/stored-item.ts';
import { addRecentId, type PaletteGroup, type PaletteItem, parseRecordItemId } from './palette-item.ts';
import { getRecordItem } from './search-records.ts';

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
