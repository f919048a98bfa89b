import { describe, expect, it } from 'vitest';
import { htmlToLines, htmlToText, normalize } from './search-text.ts';

describe('normalise', () => {
  it.each(
    Object.entries({
      '  Café\n CRÈME ': 'cafe creme',
      'ÄÖÜ ß': 'aou ß',
      ﬁle: 'file',
      हिन्दी: 'हिन्दी',
    }),
  )('turns %j into %j', (text, expected) => {
    expect(normalize(text)).toBe(expected);
  });
});

describe('plainText', () => {
  it.each(
    Object.entries({
      '<p>One</p><p>two</p>': 'One two',
      'w<b>or</b>d': 'word',
      '<ul><li>a</li><li>b</li></ul>c<br>d': 'a b c d',
      '&lt;b&gt; &amp; &quot;x&quot;': '<b> & "x"',
      '&amp;lt;': '&lt;',
      '<img src="x" alt="pen"><hr>': '',
      '<ul><li>a<ul><li>b</li></ul></li></ul>': 'a b',
      '<table><tr><td>a</td><td>b</td></tr></table>': 'a b',
    }),
  )('reads %j as %j', (html, expected) => {
    expect(htmlToText(html)).toBe(expected);
  });
});

describe('plainLines', () => {
  it.each([
    ['<p>One</p><p>two<br>three</p>', 'One\ntwo\nthree'],
    ['Sizes:<ul><li>S<ul><li>slim</li></ul></li><li>M</li></ul>', 'Sizes:\nS\nslim\nM'],
    ['<table><tr><td>Weight</td> <td>12&nbsp;g</td></tr><tr><td>Ink</td></tr></table>', 'Weight\t12 g\nInk'],
    ['R&amp;D &lt; 5 &eacute;', 'R&D < 5 é'],
    ['<table><tr><th>Pen</th><th>Price</th></tr><tr><td>Gel</td><td>12</td></tr></table>', 'Pen\tPrice\nGel\t12'],
    ['<p>a</p><pre>b\nc</pre>', 'a\nb\nc'],
    ['<ol><li>a<ul><li>b</li></ul></li></ol>', 'a\nb'],
    ['<dl><dt>Nib</dt><dd>Tip</dd></dl>', 'Nib\nTip'],
  ])('reads %j as %j', (html, expected) => {
    expect(htmlToLines(html)).toBe(expected);
  });
});
