import { createSpotlight } from '@mantine/spotlight';

/** Opens and closes the palette from wherever. */
export const [paletteStore, palette] = createSpotlight();
