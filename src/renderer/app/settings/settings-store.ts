import { useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useEffect } from 'react';
import { create } from 'zustand';
import type { ColorScheme } from '#shared/ipc-shapes.ts';
import { platform } from '../../platform/index.ts';

/** The colours to choose from. */
export const colorSchemes: readonly { value: ColorScheme; label: string; icon: typeof IconSun }[] = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'System', icon: IconDeviceDesktop },
];

const useSettingsStore = create<{ isOpen: boolean }>(() => ({ isOpen: false }));

/** Whether the settings are open. */
export const useSettingsOpen = (): boolean => useSettingsStore(({ isOpen }) => isOpen);

/** Opens the settings over whatever is shown. */
export const openSettings = (): void => useSettingsStore.setState({ isOpen: true });

/** Closes the settings; what lies under them is as it was. */
export const closeSettings = (): void => useSettingsStore.setState({ isOpen: false });

/** Paper is light, whatever the screen is. */
export const usePaperColors = (): void => {
  useEffect(() => {
    const { dataset } = document.documentElement;
    let before: string | undefined;
    const lighten = () => {
      before = dataset.mantineColorScheme;
      dataset.mantineColorScheme = 'light';
    };
    const restore = () => {
      dataset.mantineColorScheme = before;
    };
    window.addEventListener('beforeprint', lighten);
    window.addEventListener('afterprint', restore);
    return () => {
      window.removeEventListener('beforeprint', lighten);
      window.removeEventListener('afterprint', restore);
    };
  }, []);
};

/** Gives what surrounds the page the colours of the page. */
export const useColorsAround = (): void => {
  const { colorScheme } = useMantineColorScheme();
  useEffect(() => platform.setColorScheme(colorScheme), [colorScheme]);
};
