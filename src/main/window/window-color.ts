import { type BrowserWindow, nativeTheme } from 'electron';

/** As the renderer's theme paints its page, so that nothing flashes before it does. */
const pageColors = { light: '#FBFAF8', dark: '#17181A' } as const;
const paper = '#FFFFFF';

/** What lies below the page. */
export const windowColor = (): string => pageColors[nativeTheme.shouldUseDarkColors ? 'dark' : 'light'];

/** Follows the colours of the system, or those that were chosen. */
export const followColors = (window: BrowserWindow): void => {
  const paint = () => window.setBackgroundColor(windowColor());
  nativeTheme.on('updated', paint);
  window.once('closed', () => nativeTheme.off('updated', paint));
};

/** Does what puts a page on paper: the window's colour would be the margin's. */
export const onPaper = async <Result>(
  window: BrowserWindow,
  work: () => Promise<Result>,
): Promise<Result> => {
  window.setBackgroundColor(paper);
  try {
    return await work();
  } finally {
    if (!window.isDestroyed()) window.setBackgroundColor(windowColor());
  }
};
