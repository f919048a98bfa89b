import type { WebContents } from 'electron';

/** The steps of browsers, within limits that keep the text readable. */
const steps = [0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3];

/** Chromium stores the factor as a logarithm, so it comes back inexact. */
const isLarger = (larger: number, smaller: number): boolean => larger > smaller + 0.01;

export const nextZoom = (factor: number, direction: 'in' | 'out'): number =>
  direction === 'in'
    ? (steps.find((step) => isLarger(step, factor)) ?? 3)
    : (steps.findLast((step) => isLarger(factor, step)) ?? 0.5);

/** Zooms all app pages by one step. Chromium remembers the factor. */
export const zoom = (contents: WebContents, direction: 'in' | 'out'): void =>
  contents.setZoomFactor(nextZoom(contents.getZoomFactor(), direction));

export const canZoom = (contents: WebContents, direction: 'in' | 'out' | 'back'): boolean => {
  const factor = contents.getZoomFactor();
  const next = direction === 'back' ? 1 : nextZoom(factor, direction);
  return Math.abs(next - factor) > 0.01;
};

export const resetZoom = (contents: WebContents): void => contents.setZoomFactor(1);

/** Ctrl+wheel, which Electron leaves to the app. */
export const zoomByWheel = (contents: WebContents): void =>
  void contents.on('zoom-changed', (_event, direction) => zoom(contents, direction));
