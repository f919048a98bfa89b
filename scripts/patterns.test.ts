import { expect, test } from 'vitest';
import { findSlowPatterns } from './patterns.ts';

test('finds a pattern that takes exponentially long', async () => {
  const [found] = await findSlowPatterns('const a = 1;\nconst comments = /^(?:<!--[^]*?-->)*<svg/;');
  expect(found).toMatch(/^2: .* \(exponential/);
});

test('finds a pattern that takes quadratically long', async () => {
  expect(await findSlowPatterns('text.replace(/ +$/, "")')).toEqual([expect.stringContaining('2nd degree polynomial')]);
});

test('accepts a pattern that reads every character once', async () => {
  expect(await findSlowPatterns('const tag = /<[^<>]*>/g;\nconst half = a / b / c;')).toEqual([]);
});
