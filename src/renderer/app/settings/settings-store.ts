import { useMantineColorScheme } from '@mantine/core';
import { useLocalStorage, useWindowEvent } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import { platform } from '../../platform/index.ts';

export type SettingsSection =
  | 'appearance'
  | 'rowHeight'
  | 'startPage'
  | 'shortcuts'
  | 'office'
  | 'website'
  | 'server'
  | 'updates';

type SettingsState = {
  isOpen: boolean;
  /** Section to scroll to. */
  section?: SettingsSection | undefined;
};

const useSettingsStore = create<SettingsState>(() => ({ isOpen: false }));

export const useIsSettingsOpen = (): boolean => useSettingsStore(({ isOpen }) => isOpen);

export const useRequestedSection = () => useSettingsStore(({ section }) => section);

export const openSettings = (): void => useSettingsStore.setState({ isOpen: true });

export const openSettingsAt = (section: SettingsSection): void => useSettingsStore.setState({ isOpen: true, section });

export const loadShortcutsDialog = () => import('./shortcuts-dialog.tsx');

export const openShortcuts = (): void =>
  void loadShortcutsDialog().then(({ openShortcutsDialog }) => openShortcutsDialog());

export const closeSettings = (): void => useSettingsStore.setState({ isOpen: false, section: undefined });

type RowHeight = 'comfortable' | 'compact';

/** Of the rows of lists, on this computer. */
export const useRowHeight = () =>
  useLocalStorage<RowHeight>({ key: 'rowHeight', defaultValue: 'comfortable', getInitialValueInEffect: false });

/** Prints in light colors in every color scheme. */
export const useLightThemeForPrint = (): void => {
  const { dataset } = document.documentElement;
  const screenScheme = useRef<string>(undefined);
  useWindowEvent('beforeprint', () => {
    screenScheme.current = dataset.mantineColorScheme;
    dataset.mantineColorScheme = 'light';
  });
  useWindowEvent('afterprint', () => {
    dataset.mantineColorScheme = screenScheme.current;
  });
};

export const useNativeColorScheme = (): void => {
  const { colorScheme } = useMantineColorScheme();
  useEffect(() => void platform.desktop?.setColorScheme(colorScheme), [colorScheme]);
};
