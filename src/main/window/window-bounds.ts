import type { Rectangle } from 'electron';

export const defaultSize = { width: 1280, height: 800 };
export const minSize = { width: 1024, height: 700 };

/** Minimum visible part of a window, so that the user can find and move it. */
const minVisible = { width: 160, height: 40 };

const overlap = (a: Rectangle, b: Rectangle): { width: number; height: number } => ({
  width: Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x),
  height: Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y),
});

const sharedArea = (a: Rectangle, b: Rectangle): number => {
  const { width, height } = overlap(a, b);
  return Math.max(width, 0) * Math.max(height, 0);
};

const isTitleBarVisible = (rect: Rectangle, area: Rectangle): boolean => {
  const { width, height } = overlap({ ...rect, height: minVisible.height }, area);
  return width >= minVisible.width && height >= minVisible.height / 2;
};

const clamp = (value: number, from: number, to: number): number => Math.max(from, Math.min(value, to));

const moveInto = (rect: Rectangle, area: Rectangle): Rectangle => {
  const width = Math.min(rect.width, area.width);
  const height = Math.min(rect.height, area.height);
  return {
    width,
    height,
    x: clamp(rect.x, area.x, area.x + area.width - width),
    y: clamp(rect.y, area.y, area.y + area.height - height),
  };
};

const center = (size: { width: number; height: number }, area: Rectangle): Rectangle => {
  const width = Math.min(size.width, area.width);
  const height = Math.min(size.height, area.height);
  return {
    width,
    height,
    x: area.x + Math.round((area.width - width) / 2),
    y: area.y + Math.round((area.height - height) / 2),
  };
};

/**
 * Moves the saved bounds onto the nearest screen, or centers the window on the first one. `workAreas` starts with the
 * primary screen.
 */
export const fitToScreens = (saved: Rectangle | null, workAreas: readonly Rectangle[]): Rectangle | null => {
  const [first] = workAreas;
  if (!first) return saved;
  if (!saved) return center(defaultSize, first);
  const nearest = workAreas.reduce((best, area) => (sharedArea(saved, area) > sharedArea(saved, best) ? area : best));
  return isTitleBarVisible(saved, nearest) ? moveInto(saved, nearest) : center(saved, first);
};
