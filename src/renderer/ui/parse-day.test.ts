import { expect, it } from 'vitest';
import { getDay, parseDay, validateDay } from './parse-day.ts';

it.each([
  ...['1 Mar 2031', '01 Mar 2031', '1 March 2031', '01 march 2031', ' 1 MAR 2031 ', '2031-03-01'],
  ...['01.03.2031', '1.3.2031', '01/03/2031', '1/3/2031', '01-03-2031'],
])('reads %j as a day', (text) => {
  expect(parseDay(text)).toBe('2031-03-01');
});

it.each(['asap', '31 Feb 2031', '1 Mar 31', '03/13/2031', '2031-3', '1 Mar'])(
  'keeps %j, which is not a day',
  (text) => {
    expect(parseDay(text)).toBe(text);
    expect(validateDay(text)).toBe(`“${text}” isn’t a date. Enter it like 24 Dec 2026.`);
  },
);

it('reads an empty text as no day', () => {
  expect([parseDay(' '), validateDay(null), validateDay('')]).toEqual([null, null, null]);
});

it('reads the day of a timestamp', () => {
  expect(getDay('2031-03-01T10:00:00Z')).toBe('2031-03-01');
  expect(validateDay('2031-03-01T10:00:00Z')).toBeNull();
  expect(getDay('2031-02-30')).toBeNull();
});
