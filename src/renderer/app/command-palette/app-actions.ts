import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import {
  IconArrowBackUp,
  IconFileSpreadsheet,
  IconKeyboard,
  IconLogout,
  IconPlus,
  IconSettings,
} from '@tabler/icons-react';
import { can } from '#shared/permissions.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { texts } from '#shared/texts.ts';
import { getAddPath } from '../../resource-kit/record-paths.ts';
import { useSession } from '../../resource-kit/session-store.ts';
import { screens } from '../../screens/index.ts';
import { useRecentActions } from '../../ui/toasts.tsx';
import { type NavigationItem, navigationGroups, useExtraItems, useMainItems } from '../pages.ts';
import { colorSchemes, settingsSections, useSettingsSections } from '../settings/settings-sections.ts';
import { openSettings, openSettingsAt } from '../settings/settings-store.ts';
import { openShortcutsDialog } from '../settings/shortcuts-dialog.tsx';
import { useLogout } from '../use-logout.tsx';
import type { PaletteGroup, PaletteItem } from './palette-item.ts';

export const getAddId = ({ name }: Resource): string => `add ${name}`;

/** Opens the import of a resource; empty if it has none. */
export const getImportItem = ({ name, paths, labelPlural }: Resource): PaletteItem[] =>
  paths.import === undefined
    ? []
    : [
        {
          id: `import ${name}`,
          label: `Import ${inSentence(labelPlural)}`,
          icon: IconFileSpreadsheet,
          to: paths.import,
        },
      ];

const useThemeItems = (): PaletteItem[] => {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const shownScheme = useComputedColorScheme();
  return colorSchemes
    .filter(({ value }) => value !== colorScheme && value !== shownScheme)
    .map(({ value, label, icon }) => ({
      id: `theme ${value}`,
      label: `Switch to ${label.toLowerCase()} theme`,
      icon,
      keywords: ['appearance', `${label} mode`],
      run: () => setColorScheme(value),
    }));
};

const useCreateItems = (): PaletteItem[] => {
  const role = useSession()?.role ?? 'USER';
  return screens
    .map(({ resource }) => resource)
    .filter(({ name, isSingleton }) => !isSingleton && can({ role, action: 'create', resource: name }))
    .flatMap((resource) => {
      const to = getAddPath(resource, {});
      const label = `Add ${resource.label}`;
      const add = to === undefined ? [] : [{ id: getAddId(resource), label, icon: IconPlus, to }];
      return [...add, ...getImportItem(resource)];
    });
};

/** Actions that are available on every page, as far as the user's role permits. */
export const useAppActions = (): PaletteGroup[] => {
  const createItems = useCreateItems();
  const themeItems = useThemeItems();
  const { logout } = useLogout();
  const settings = useSettingsSections().map((section): PaletteItem => {
    const { title, description, icon, keywords } = settingsSections[section];
    const run = () => openSettingsAt(section);
    return { id: `setting ${section}`, label: title, detail: description, icon, keywords, run };
  });
  const actions: PaletteItem[] = [
    ...createItems,
    ...themeItems,
    {
      id: 'shortcuts',
      label: 'Show keyboard shortcuts',
      icon: IconKeyboard,
      keywords: ['help'],
      shortcut: 'help',
      run: openShortcutsDialog,
    },
    {
      id: 'logout',
      label: texts.logout.label,
      icon: IconLogout,
      keywords: ['log out', 'sign out'],
      run: () => void logout(),
    },
  ];
  const undoItems = useRecentActions().map(({ message, undo }, index) => ({
    id: `undo ${index}`,
    label: `Undo: ${message}`,
    icon: IconArrowBackUp,
    isForgotten: true,
    isFoundByStart: true,
    run: undo,
  }));
  const open = { id: 'settings', label: 'Open settings', icon: IconSettings, run: openSettings };
  return [
    { label: 'Recent actions', items: undoItems },
    { label: 'Actions', items: actions },
    { label: 'Settings', items: [open, ...settings] },
  ];
};

const toItem = ({ label, to, icon, keywords }: NavigationItem): PaletteItem => ({
  id: `section ${label}`,
  label,
  to,
  icon,
  keywords,
});

/** The pages of the sidebar, and those that have no entry there. */
export const usePageGroups = (): PaletteGroup[] =>
  [{ label: 'Pages', items: useMainItems() }, ...navigationGroups, { label: 'More', items: useExtraItems() }].map(
    ({ label, items }) => ({ label, items: items.map(toItem) }),
  );
