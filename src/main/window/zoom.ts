import type { WebContents } from 'electron';

/** As browsers have them: so that nobody ends where nothing can be read, or has to press forty times to come back. */
const steps = [0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3];

/** Factors come back from Chromium by way of a logarithm. */
const isClearly = (larger: number, smaller: number): boolean => larger > smaller + 0.01;

/** The next larger or smaller of the steps; the last one stays. */
export const nextZoom = (factor: number, direction: 'in' | 'out'): number =>
  direction === 'in'
    ? (steps.find((step) => isClearly(step, factor)) ?? 3)
    : (steps.findLast((step) => isClearly(factor, step)) ?? 0.5);

/** Makes all pages of the app larger or smaller by a step; Chromium remembers it. */
export const zoom = (contents: WebContents, direction: 'in' | 'out'): void =>
  contents.setZoomFactor(nextZoom(contents.getZoomFactor(), direction));

/** Whether there is somewhere to go in a direction. */
export const canZoom = (contents: WebContents, direction: 'in' | 'out' | 'back'): boolean => {
  const factor = contents.getZoomFactor();
  const next = direction === 'back' ? 1 : nextZoom(factor, direction);
  return Math.abs(next - factor) > 0.01;
};

/** Back to how the app was made. */
export const resetZoom = (contents: WebContents): void => contents.setZoomFactor(1);

/** Ctrl and the wheel, which Electron leaves to the app. */
export const zoomByWheel = (contents: WebContents): void =>
  void contents.on('zoom-changed', (_event, direction) => zoom(contents, direction));
