import { useLayoutEffect } from 'react';

const key = 'firstFrame';

/** Whether the page still shows the outline of the shell from `first-frame.js`. */
export const isFirstFrameShown = (): boolean => document.documentElement.dataset.firstFrame !== undefined;

export const endFirstFrame = (): void => {
  delete document.documentElement.dataset.firstFrame;
};

/** Removes the outline once a page covers it. */
export const useEndOfFirstFrame = (): void => useLayoutEffect(endFirstFrame, []);

/** Stores whether the next start shows the outline of the shell. */
export const storeFirstFrame = (hasShell: boolean): void => {
  try {
    if (hasShell) localStorage.setItem(key, 'shell');
    else localStorage.removeItem(key);
  } catch {
    // A full storage only means that the page starts without the outline.
  }
};
