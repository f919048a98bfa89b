import { expect, it } from 'vitest';
import { hasNewPastDate } from './validate-gift.ts';

const today = '2026-03-15';
const stored = (validTill: string | null) => ({
  _id: 'a',
  version: 1,
  createdAt: '',
  updatedAt: '',
  validTill,
});

it.each([
  ['a new gift', '2026-03-14', null, true],
  ['a new gift that ends today', '2026-03-15', null, false],
  ['a new gift without a date', null, null, false],
  ['a cleared date', null, stored('2026-04-01'), false],
  ['a date that was stored before', '2026-03-14', stored('2026-03-14'), false],
  ['a changed date', '2026-03-14', stored('2026-04-01'), true],
  ['a date of a gift that had none', '2026-03-14', stored(null), true],
])('checks %s for a new past date', (_case, validTill, record, isPast) => {
  expect(hasNewPastDate({ validTill }, record, today)).toBe(isPast);
});
