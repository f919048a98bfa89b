import { describe, expect, it } from 'vitest';
import { formatBytes, formatDay } from './format.ts';

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
  ])('writes %s as %s', (day, text) => expect(formatDay(day)).toBe(text));
});
