import { type BrowserWindow, nativeTheme } from 'electron';

/** Same as the renderer's theme, so that nothing flashes before its first paint. */
const pageColors = { light: '#FBFAF8', dark: '#17181A' } as const;
const printColor = '#FFFFFF';

export const backgroundColor = (): string => pageColors[nativeTheme.shouldUseDarkColors ? 'dark' : 'light'];

export const syncBackgroundColor = (window: BrowserWindow): void => {
  const paint = () => window.setBackgroundColor(backgroundColor());
  nativeTheme.on('updated', paint);
  window.once('closed', () => nativeTheme.off('updated', paint));
};

/** Runs `work` on a white window background, which shows in the margins of a printed page. */
export const withPrintBackground = async <Result>(
  window: BrowserWindow,
  work: () => Promise<Result>,
): Promise<Result> => {
  window.setBackgroundColor(printColor);
  try {
    return await work();
  } finally {
    if (!window.isDestroyed()) window.setBackgroundColor(backgroundColor());
  }
};
