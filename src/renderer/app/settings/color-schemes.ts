import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import type { ColorScheme } from '#shared/ipc-schemas.ts';

export const colorSchemes: readonly { value: ColorScheme; label: string; icon: typeof IconSun }[] = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'System', icon: IconDeviceDesktop },
];
