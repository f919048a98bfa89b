import { useLocalStorage } from '@mantine/hooks';
import { z } from 'zod';
import { columnSettingsSchema } from '../../resource-kit/list/column-settings.ts';
import { useUserId } from '../../resource-kit/session-store.ts';

const settingsSchema = z.object({
  cards: columnSettingsSchema.optional(),
  counts: columnSettingsSchema.optional(),
});
export type HomeSettings = z.infer<typeof settingsSchema>;

const parse = (text: string | undefined): HomeSettings => {
  try {
    return settingsSchema.parse(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
};

/** The user's choice and order of cards, stored on this computer. */
export const useHomeSettings = () =>
  useLocalStorage<HomeSettings>({
    key: `home.${useUserId()}`,
    defaultValue: {},
    getInitialValueInEffect: false,
    deserialize: parse,
  });
