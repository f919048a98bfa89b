import { useViewportSize } from '@mantine/hooks';

/** In rem, as the styles of the grid have them. */
const row = 2.75;
const header = 2.5;

/** How high the rows are, in pixels: on very wide screens everything is larger. */
export const useHeights = (): { rowHeight: number; headerHeight: number } => {
  useViewportSize();
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return { rowHeight: row * rem, headerHeight: header * rem };
};
