import { expect, it } from 'vitest';
import { nextZoom } from './zoom.ts';

const press = (from: number, direction: 'in' | 'out', times: number): number =>
  Array.from({ length: times }).reduce<number>((factor) => nextZoom(factor, direction), from);

it('returns to the same factors when zooming back', () => {
  expect(press(1, 'in', 1)).toBe(1.1);
  expect(press(press(1, 'in', 4), 'out', 4)).toBe(1);
  // Chromium returns inexact factors.
  expect(nextZoom(1.0999999, 'in')).toBe(1.25);
  expect(nextZoom(1.1000001, 'out')).toBe(1);
});

it('stops at readable limits', () => {
  expect(press(1, 'in', 40)).toBe(3);
  expect(nextZoom(press(1, 'in', 40), 'out')).toBe(2.5);
  expect(press(1, 'out', 40)).toBe(0.5);
  expect(nextZoom(press(1, 'out', 40), 'in')).toBe(0.67);
  expect(nextZoom(9, 'in')).toBe(3);
  expect(nextZoom(0.1, 'out')).toBe(0.5);
});
