import { createSpotlight } from '@mantine/spotlight';

export const [commandPaletteStore, commandPalette] = createSpotlight();
