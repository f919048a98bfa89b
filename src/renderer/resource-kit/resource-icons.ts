import { IconFolderOpen } from '@tabler/icons-react';
import type { ComponentType } from 'react';

export type Icon = ComponentType<{ size?: string | number; stroke?: number }>;

const icons = new Map<string, Icon>();

/** Sets the icon that a resource has in the sidebar. */
export const setResourceIcon = (resourceName: string, icon: Icon): void => {
  icons.set(resourceName, icon);
};

export const getResourceIcon = (resourceName: string): Icon => icons.get(resourceName) ?? IconFolderOpen;
