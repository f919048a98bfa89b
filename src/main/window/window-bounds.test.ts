import { expect, it } from 'vitest';
import { fitToScreens } from './window-bounds.ts';

const laptop = { x: 0, y: 0, width: 1440, height: 860 };
const right = { x: 1440, y: -200, width: 2560, height: 1400 };
const left = { x: -1920, y: 0, width: 1920, height: 1040 };

it('opens centered on the main screen at first', () => {
  expect(fitToScreens(null, [laptop, right])).toEqual({ x: 80, y: 30, width: 1280, height: 800 });
});

it.each([
  ['the main screen', { x: 100, y: 20, width: 1100, height: 760 }],
  ['a second screen', { x: 1600, y: -100, width: 1800, height: 1200 }],
  ['a screen left of the main one', { x: -1900, y: 10, width: 1300, height: 900 }],
])('opens where it was on %s', (_name, saved) => {
  expect(fitToScreens(saved, [laptop, right, left])).toEqual(saved);
});

it('moves to the main screen if its screen is unplugged', () => {
  const saved = { x: 1600, y: 100, width: 1100, height: 700 };
  expect(fitToScreens(saved, [laptop])).toEqual({ x: 170, y: 80, width: 1100, height: 700 });
  expect(fitToScreens({ ...saved, width: 2400, height: 1300 }, [laptop])).toEqual(laptop);
});

it('is moved inside the screen', () => {
  const saved = { x: 900, y: 300, width: 1100, height: 700 };
  expect(fitToScreens(saved, [laptop])).toEqual({ x: 340, y: 160, width: 1100, height: 700 });
});

it('keeps its title bar reachable', () => {
  const saved = { x: 1380, y: 860 - 5, width: 1100, height: 700 };
  expect(fitToScreens(saved, [laptop])).toEqual({ x: 170, y: 80, width: 1100, height: 700 });
});
