import { expect, it } from 'vitest';
import { moveInto } from './window-bounds.ts';

const laptop = { x: 0, y: 0, width: 1440, height: 860 };
const left = { x: -1920, y: 0, width: 1920, height: 1040 };

it.each([
  ['the main screen', { x: 100, y: 20, width: 1100, height: 760 }, laptop],
  ['a screen left of it', { x: -1900, y: 10, width: 1300, height: 900 }, left],
])('opens where it was on %s', (_name, saved, area) => {
  expect(moveInto(saved, area)).toEqual(saved);
});

it('moves to another screen if its screen is unplugged', () => {
  const saved = { x: 1600, y: 100, width: 1100, height: 700 };
  expect(moveInto(saved, laptop)).toEqual({ x: 340, y: 100, width: 1100, height: 700 });
  expect(moveInto({ ...saved, width: 2400, height: 1300 }, laptop)).toEqual(laptop);
});

it('keeps its title bar reachable', () => {
  const saved = { x: 1380, y: 860 - 5, width: 1100, height: 700 };
  expect(moveInto(saved, laptop)).toEqual({ x: 340, y: 160, width: 1100, height: 700 });
});
