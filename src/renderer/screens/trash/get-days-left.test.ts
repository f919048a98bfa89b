import { expect, it } from 'vitest';
import { getDaysLeft } from './get-days-left.ts';

const now = new Date('2026-03-01T12:00:00Z');

it.each([
  ['2026-03-31T12:00:00Z', 30],
  ['2026-03-02T13:00:00Z', 2],
  ['2026-03-01T12:00:01Z', 1],
  ['2026-02-01T00:00:00Z', 0],
])('counts the days until %s', (expiresAt, days) => {
  expect(getDaysLeft(expiresAt, now)).toBe(days);
});
