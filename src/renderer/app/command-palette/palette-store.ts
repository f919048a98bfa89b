import { createSpotlight } from '@mantine/spotlight';
import { holdKeys } from '../../ui/hold-keys.ts';

/** The open state of the command palette, apart from its component, which is loaded when it is first opened. */
export const [commandPaletteStore, commandPalette] = createSpotlight();

let wasOpened = false;

// A palette that opens again while it closes may still have the focus.
commandPaletteStore.subscribe(({ opened }) => {
  if (opened && !wasOpened && !document.activeElement?.closest('[role="dialog"]')) holdKeys();
  wasOpened = opened;
});
