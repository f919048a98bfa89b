import {
  IconCoins,
  IconDeviceDesktop,
  IconKeyboard,
  IconLayoutRows,
  IconMoon,
  IconPalette,
  IconRefresh,
  IconServer,
  IconSun,
  IconWindow,
  IconWorldWww,
} from '@tabler/icons-react';
import type { ColorScheme } from '#shared/ipc.ts';
import { platform } from '../../platform/index.ts';
import type { Icon } from '../../resource-kit/declared-screens.ts';
import { useIsFullServer } from '../../resource-kit/server-level.ts';
import { useCan } from '../../resource-kit/session-store.ts';
import type { SettingsSection } from './settings-store.ts';

/** `keywords`: the settings of a section, by which the command palette finds it. */
type SectionInfo = { title: string; description: string; icon: Icon; keywords: readonly string[] };

export const settingsSections: Record<SettingsSection, SectionInfo> = {
  appearance: {
    title: 'Appearance',
    description: 'How the app looks on this computer.',
    icon: IconPalette,
    keywords: ['theme', 'dark mode', 'colour scheme'],
  },
  rowHeight: {
    title: 'Row height',
    description: 'Of lists on this computer.',
    icon: IconLayoutRows,
    keywords: ['comfortable rows', 'compact rows', 'density'],
  },
  startPage: {
    title: 'Start page',
    description: 'The page that opens after you log in on this computer.',
    icon: IconWindow,
    keywords: ['home page', 'first page'],
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    description: 'Single-key shortcuts on this computer.',
    icon: IconKeyboard,
    keywords: ['single-key shortcuts'],
  },
  office: {
    title: 'Currency',
    description: 'Prices of all products, for everyone.',
    icon: IconCoins,
    keywords: ['rupee', 'euro', 'dollar', 'money', 'prices'],
  },
  website: {
    title: 'Website',
    description: 'What websites can read from here.',
    icon: IconWorldWww,
    keywords: ['site', 'api', 'read tokens'],
  },
  server: {
    title: 'Server',
    description: 'Where your catalogue and website data is stored.',
    icon: IconServer,
    keywords: ['change server', 'address', 'connection'],
  },
  updates: {
    title: 'Updates',
    description: 'Keep the app up to date.',
    icon: IconRefresh,
    keywords: ['version', 'check for updates'],
  },
};

/** The sections that this host and this server have, in order. */
export const useSettingsSections = (): SettingsSection[] => {
  const hasHome = useIsFullServer();
  const canChangeOffice = useCan('office')('update');
  const canChangeWebsite = useCan('website')('update');
  const isShown: Record<SettingsSection, boolean> = {
    server: platform.desktop !== null,
    office: hasHome === true && canChangeOffice,
    website: hasHome === true && canChangeWebsite,
    appearance: true,
    rowHeight: true,
    startPage: hasHome === true,
    shortcuts: true,
    updates: platform.desktop !== null,
  };
  return (Object.keys(settingsSections) as SettingsSection[]).filter((section) => isShown[section]);
};

export const colorSchemes: readonly { value: ColorScheme; label: string; icon: typeof IconSun }[] = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'System', icon: IconDeviceDesktop },
];
