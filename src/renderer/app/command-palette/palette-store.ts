import { createSpotlight } from '@mantine/spotlight';

/** The open state of the command palette, apart from its component, which is loaded when it is first opened. */
export const [commandPaletteStore, commandPalette] = createSpotlight();
