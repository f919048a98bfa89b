import { useLocalStorage } from '@mantine/hooks';
import type { Resource } from '#shared/resource/define-resource.ts';
import { useUserId } from '../session-store.ts';
import { type ListPreferences, preferencesSchema } from './list-views.ts';

const none: ListPreferences = { views: [] };

/** What was kept; undefined where nothing was, or nothing that can be read. */
const parse = (text: string | undefined): ListPreferences | undefined => {
  try {
    return preferencesSchema.safeParse(JSON.parse(text ?? '')).data;
  } catch {
    return undefined;
  }
};

/** How the person who works here wants to see a list. Kept on this machine, for each user and list. */
export const useListPreferences = (resource: Resource) => {
  const userId = useUserId();
  const [kept, setKept] = useLocalStorage<ListPreferences | undefined>({
    key: `list.${resource.name}.${userId}`,
    getInitialValueInEffect: false,
    deserialize: parse,
  });
  const change = (toNext: (current: ListPreferences) => ListPreferences) =>
    setKept((current) => toNext(current ?? none));
  return { preferences: kept ?? none, change };
};
