import type { Rectangle, Size } from 'electron';

export const defaultSize = { width: 1280, height: 800 };
export const minSize = { width: 1024, height: 700 };

export const fitSize = ({ width, height }: Size, area: Size): Size => ({
  width: Math.min(width, area.width),
  height: Math.min(height, area.height),
});

const clamp = (value: number, from: number, to: number): number => Math.max(from, Math.min(value, to));

/** Moves bounds into the area of a screen. */
export const moveInto = (bounds: Rectangle, area: Rectangle): Rectangle => {
  const { width, height } = fitSize(bounds, area);
  return {
    width,
    height,
    x: clamp(bounds.x, area.x, area.x + area.width - width),
    y: clamp(bounds.y, area.y, area.y + area.height - height),
  };
};
