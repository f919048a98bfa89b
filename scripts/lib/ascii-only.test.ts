import { expect, it } from 'vitest';
import { toAscii } from './ascii-only.ts';

const evaluate = (code: string): unknown => new Function(`return ${code}`)();

it.each([
  ["'Can’t … 👍'", 'Can’t … 👍'],
  ["'\\’'", '’'],
  ["'\\\\’'", '\\’'],
  ['`é’`', 'é’'],
  ['/^[–—]\\–$/.test("—–")', true],
  ['/^[👍-👎]$/u.test("👎")', true],
])('keeps the value of %s', (code, value) => {
  expect(evaluate(code)).toBe(value);
  expect(toAscii(code)).toMatch(/^[\0-\x7F]*$/);
  expect(evaluate(toAscii(code))).toBe(value);
});
