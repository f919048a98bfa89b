import { afterEach, describe, expect, it } from 'vitest';
import { getTimeZone } from '#shared/local-day.ts';
import {
  formatBytes,
  formatDate,
  formatDateTime,
  formatLocalDay,
  formatMoney,
  getDaysLeft,
  setCurrency,
  setTimeZone,
  toIsoDay,
} from './format.ts';

afterEach(() => setTimeZone(getTimeZone()));

describe('formatBytes', () => {
  it.each([
    [0, '0 B'],
    [70, '70 B'],
    [1536, '1.5 KB'],
    [50 * 1024 * 1024, '50 MB'],
    [3 * 1024 ** 4, '3,072 GB'],
  ])('writes %i bytes as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));
});

describe('formatDay', () => {
  it.each([
    ['2026-09-05', '05 Sep 2026'],
    ['2026-09-05T23:59:59.000Z', '05 Sep 2026'],
    [null, ''],
    [undefined, ''],
    ['31/12/2026', '31/12/2026'],
  ])('writes %s as %s', (day, text) => expect(formatDate(day)).toBe(text));
});

describe('formatLocalDay', () => {
  it('formats the local day of a timestamp', () => {
    expect(formatLocalDay(new Date(2026, 8, 5, 23, 59).toISOString())).toBe('05 Sep 2026');
    expect(formatLocalDay(new Date(2026, 8, 6, 0, 1).toISOString())).toBe('06 Sep 2026');
  });
});

describe('formatMoment', () => {
  it.each([
    [new Date(2026, 8, 5, 14, 30).toISOString(), '05 Sep 2026, 14:30'],
    [undefined, ''],
    ['yesterday', 'yesterday'],
  ])('writes %s as %s', (moment, text) => expect(formatDateTime(moment)).toBe(text));
});

describe('in the office’s time zone', () => {
  it.each([
    ['Asia/Kolkata', '2026-11-27', '27 Nov 2026, 01:00'],
    ['America/New_York', '2026-11-26', '26 Nov 2026, 14:30'],
  ])('writes days and times of %s', (timeZone, day, text) => {
    setTimeZone(timeZone);
    expect(toIsoDay(new Date('2026-11-26T19:30:00Z'))).toBe(day);
    expect(formatDateTime('2026-11-26T19:30:00Z')).toBe(text);
  });

  it('keeps the zone if the server’s is unknown', () => {
    setTimeZone('Asia/Kolkata');
    setTimeZone('Office/Nowhere');
    expect(toIsoDay(new Date('2026-11-26T19:30:00Z'))).toBe('2026-11-27');
  });
});

const now = new Date('2026-03-01T12:00:00Z');

it.each([
  ['2026-03-31T12:00:00Z', 30],
  ['2026-03-02T13:00:00Z', 2],
  ['2026-03-01T12:00:01Z', 1],
  ['2026-02-01T00:00:00Z', 0],
])('counts the days until %s', (expiresAt, days) => {
  expect(getDaysLeft(expiresAt, now)).toBe(days);
});

it.each([
  ['INR', 1_234_567.5, '₹12,34,567.50'],
  ['EUR', 1_234_567.5, '€1,234,567.50'],
  ['USD', -3, '-$3.00'],
] as const)('formats amounts in %s', (currency, amount, text) => {
  setCurrency(currency);
  expect(formatMoney(amount)).toBe(text);
  setCurrency('INR');
});
