import { describe, expect, it } from 'vitest';
import { formatBytes, formatDate, formatDateTime, formatLocalDay } from './format.ts';

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
