import { useLocalStorage } from '@mantine/hooks';
import { isOptional, isShape } from '#shared/guards.ts';
import { type ColumnSettings, isColumnSettings } from '../../resource-kit/list/column-settings.ts';
import { useUserId } from '../../resource-kit/session-store.ts';

export type HomeSettings = { cards?: ColumnSettings | undefined; counts?: ColumnSettings | undefined };

const isHomeSettings = isShape<HomeSettings>({
  cards: isOptional(isColumnSettings),
  counts: isOptional(isColumnSettings),
});

const parse = (text: string | undefined): HomeSettings => {
  try {
    const settings: unknown = JSON.parse(text ?? '{}');
    return isHomeSettings(settings) ? settings : {};
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
