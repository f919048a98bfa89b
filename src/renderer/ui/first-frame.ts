import { useLayoutEffect } from 'react';
import { storeItem } from './stored-item.ts';

const key = 'firstFrame';

/** Whether the page still shows the outline of the shell from `first-frame.js`. */
export const isFirstFrameShown = (): boolean => document.documentElement.dataset.firstFrame !== undefined;

export const endFirstFrame = (): void => {
  delete document.documentElement.dataset.firstFrame;
};

/** Removes the outline once a page covers it. */
export const useEndOfFirstFrame = (): void => useLayoutEffect(endFirstFrame, []);

/** Stores whether the next start shows the outline of the shell. */
export const storeFirstFrame = (hasShell: boolean): void => storeItem(key, hasShell ? 'shell' : null);
