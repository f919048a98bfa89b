import { useLocalStorage } from '@mantine/hooks';
import type { Resource } from '#shared/resource/define-resource.ts';
import { useUserId } from '../session-store.ts';
import { type ListPreferences, preferencesSchema } from './saved-views.ts';

const none: ListPreferences = { views: [] };

const parse = (text: string | undefined): ListPreferences | undefined => {
  try {
    return preferencesSchema.safeParse(JSON.parse(text ?? '')).data;
  } catch {
    return undefined;
  }
};

/** List settings of the signed-in user, stored on this computer per list. */
export const useListPreferences = (resource: Resource) => {
  const userId = useUserId();
  const [kept, setKept] = useLocalStorage<ListPreferences | undefined>({
    key: `list.${resource.name}.${userId}`,
    getInitialValueInEffect: false,
    deserialize: parse,
  });
  const change = (update: (current: ListPreferences) => ListPreferences) =>
    setKept((current) => update(current ?? none));
  return { preferences: kept ?? none, change };
};
