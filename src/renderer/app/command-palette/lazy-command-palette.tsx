import { useHotkeys } from '@mantine/hooks';
import { useSpotlight } from '@mantine/spotlight';
import { useState } from 'react';
import { lazyOverlay } from '../../ui/lazy-component.tsx';
import { getShortcutKeys } from '../../ui/shortcuts.ts';
import { commandPalette, commandPaletteStore } from './palette-store.ts';

const CommandPalette = lazyOverlay(async () => (await import('./command-palette.tsx')).CommandPalette);

/** Loads the command palette when it is first opened, and keeps it from then on. */
export const LazyCommandPalette = () => {
  const { opened } = useSpotlight(commandPaletteStore);
  const [isNeeded, setIsNeeded] = useState(false);
  // The loaded palette has this shortcut itself.
  useHotkeys(isNeeded ? [] : [[getShortcutKeys('palette'), commandPalette.open]], []);
  if (opened && !isNeeded) setIsNeeded(true);
  return isNeeded && <CommandPalette />;
};
