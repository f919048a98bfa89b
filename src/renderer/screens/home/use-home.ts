import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Home } from '#shared/home.ts';
import { request } from '../../resource-kit/client.ts';
import { columnSettingsSchema } from '../../resource-kit/list/column-settings.ts';
import { queryKeys } from '../../resource-kit/query-client.ts';
import { useIsFullServer } from '../../resource-kit/server-level.ts';
import { useUserId } from '../../resource-kit/session-store.ts';
import { parseStored } from '../../ui/stored-item.ts';

const settingsSchema = z.object({
  cards: z.optional(columnSettingsSchema),
  counts: z.optional(columnSettingsSchema),
});

export type HomeSettings = z.infer<typeof settingsSchema>;

/** The user's choice and order of cards, stored on this computer. */
export const useHomeSettings = () =>
  useLocalStorage<HomeSettings>({
    key: `home.${useUserId()}`,
    defaultValue: {},
    getInitialValueInEffect: false,
    deserialize: (text) => parseStored(settingsSchema, text) ?? {},
  });

const pollIntervalMs = 2000;

const isRunning = ({ state }: Home['imports'][number]): boolean => state === 'running' || state === 'waiting';

/** Counts, changes and imports, followed while an import is running. */
export const useHome = () =>
  useQuery({
    queryKey: queryKeys.home,
    queryFn: async ({ signal }) => (await request<{ data: Home }>('GET', '/home', { signal })).data,
    enabled: useIsFullServer() === true,
    refetchInterval: ({ state }) => (state.data?.imports.some(isRunning) ? pollIntervalMs : false),
  });

export type HomeQuery = ReturnType<typeof useHome>;
