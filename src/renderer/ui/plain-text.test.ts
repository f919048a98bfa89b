// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { toPlainText } from './plain-text.ts';

describe('toPlainText', () => {
  it.each(
    Object.entries({
      '<p>One</p><p>Two</p>': 'One\nTwo',
      '<ul><li>Pen</li><li><strong>Ink</strong></li></ul>': '• Pen\n• Ink',
      '<p>Line<br>break</p>': 'Line\nbreak',
      '<p>A <img src="/uploads/a.png" alt="pen"> here</p>': 'A [Image: pen] here',
      '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>': '• a\n• b\n• c',
      '<dl><dt>Nib</dt><dd>Tip</dd></dl>': 'Nib\nTip',
      '<style>p { color: red }</style><p>Pen</p><script>alert(1)</script>': 'Pen',
      '<div>One</div><div><div>Two</div></div>Three': 'One\nTwo\nThree',
      '': '',
    }),
  )('reads %s', (html, text) => {
    expect(toPlainText(html)).toBe(text);
  });
});
