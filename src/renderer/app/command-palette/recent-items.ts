import { useLocalStorage } from '@mantine/hooks';
import * as z from 'zod/mini';
import { useUserId } from '../../resource-kit/session-store.ts';
import { parseStored } from '../../ui/stored-item.ts';

export const maxRecentItems = 5;

/** More than are shown, because some belong to a page that isn't open. */
const maxStoredIds = 20;

const idsSchema = z.array(z.string());

export const addRecentId = (ids: readonly string[], id: string): string[] =>
  [id, ...ids.filter((other) => other !== id)].slice(0, maxStoredIds);

/** Ids of the items that the user chose last on this computer. Nothing else is stored, as titles are private. */
export const useRecentIds = () => {
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

/** Ids of resources and records have no spaces. */
export const getRecordItemId = (resourceName: string, recordId: string): string => `record ${resourceName} ${recordId}`;

export const parseRecordItemId = (id: string): { resourceName: string; recordId: string } | null => {
  const [kind, resourceName, recordId] = id.split(' ');
  return kind === 'record' && resourceName && recordId ? { resourceName, recordId } : null;
};
