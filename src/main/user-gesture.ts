import type { WebContents } from 'electron';

/** Milliseconds in which a page may act on a click, as in Chromium. */
const activationTime = 5000;

const gestures = new Set(['mouseDown', 'mouseUp', 'keyDown', 'rawKeyDown', 'gestureTap', 'touchEnd']);

/**
 * Watches the input of a page in the main process, where the page can't forge it. Returns a function that tells whether
 * the user has just clicked or pressed a key; each gesture counts once.
 */
export const watchGestures = (
  contents: Pick<WebContents, 'on'>,
  now: () => number = () => performance.now(),
): (() => boolean) => {
  let gestureAt = Number.NEGATIVE_INFINITY;
  contents.on('input-event', (_event, { type }) => {
    if (gestures.has(type)) gestureAt = now();
  });
  return () => {
    const isRecent = now() - gestureAt < activationTime;
    gestureAt = Number.NEGATIVE_INFINITY;
    return isRecent;
  };
};
