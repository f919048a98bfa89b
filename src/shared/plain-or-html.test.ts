import { expect, test } from 'vitest';
import { isHtml, toRichText } from './plain-or-html.ts';

test.each([
  ['<p>Pen</p>', true],
  ['Pen <br> and ink', true],
  ['5 < 6 > 4', false],
  ['a < b', false],
])('recognizes HTML in %s: %s', (text, expected) => {
  expect(isHtml(text)).toBe(expected);
});

test('reads a long text of tags that are never closed', () => {
  const text = '<a'.repeat(650_000);
  expect(toRichText(text)).toBe(`<p>${text.replaceAll('<', '&lt;')}</p>`);
});
