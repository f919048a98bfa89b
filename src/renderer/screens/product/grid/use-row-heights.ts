import { useViewportSize } from '@mantine/hooks';

/** In rem, as in the grid's CSS. */
const rowRem = 2.75;
const headerRem = 2.5;

/** In pixels; the root font size grows on very wide screens. */
export const useRowHeights = (): { rowHeight: number; headerHeight: number } => {
  useViewportSize();
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return { rowHeight: rowRem * rem, headerHeight: headerRem * rem };
};
