import { describe, expect, it } from 'vitest';
import { normalise, plainText } from './normalise.ts';

describe('normalise', () => {
  it.each([
    ['  Café\n CRÈME ', 'cafe creme'],
    ['ÄÖÜ ß', 'aou ß'],
    ['ﬁle', 'file'],
    ['हिन्दी', 'हिन्दी'],
  ])('makes %j %j', (text, expected) => {
    expect(normalise(text)).toBe(expected);
  });
});

describe('plainText', () => {
  it.each([
    ['<p>One</p><p>two</p>', 'One two'],
    ['w<b>or</b>d', 'word'],
    ['<ul><li>a</li><li>b</li></ul>c<br>d', 'a b c d'],
    ['&lt;b&gt; &amp; &quot;x&quot;', '<b> & "x"'],
    ['&amp;lt;', '&lt;'],
    ['<img src="x" alt="pen"><hr>', ''],
  ])('reads %j as %j', (html, expected) => {
    expect(plainText(html)).toBe(expected);
  });
});
