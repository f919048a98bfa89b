// @vitest-environment jsdom
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { supportedDocuments } from './rich-text-documents.testing.ts';
import { createQuill, readHtml, writeHtml } from './rich-text-quill.ts';

const quill = createQuill({
  container: document.createElement('div'),
  onFiles: () => undefined,
  onLink: () => undefined,
});

const lossesOf = (html: string): string[] => writeHtml(quill, html);

const cell = (content: string, attributes = '') =>
  `<table><tbody><tr><td${attributes}>${content}</td></tr></tbody></table>`;

describe('losses', () => {
  it.each([
    ['<dl><dt>Nib</dt><dd>Tip</dd></dl>', ['a definition list']],
    ['<figure><img src="/uploads/a.png" alt=""><figcaption>A pen</figcaption></figure>', ['a figure with a caption']],
    [cell('a', ' colspan="2"'), ['merged table cells']],
    [cell('<p>a</p><p>b</p>'), ['several paragraphs in a table cell']],
    [cell('<p>a</p><p>b</p>', ' rowspan="2"'), ['merged table cells', 'several paragraphs in a table cell']],
    [cell('<h3>a</h3>'), ['a heading in a table cell']],
    ['<ul><li><blockquote>a</blockquote></li></ul>', ['a quotation or code block in a list item']],
    [cell('<ul><li>a</li></ul>'), ['a list in a table cell']],
    [cell(cell('a')), ['a table within a table']],
    [`${cell('a')}${cell('b')}`, ['tables directly below each other']],
    ['<table><caption>Sizes</caption><tbody><tr><td>a</td></tr></tbody></table>', ['a table caption']],
    ['<ul><li><p>a</p><p>b</p></li></ul>', ['several paragraphs in a list item']],
    ['<blockquote><ul><li>a</li></ul></blockquote>', ['a list in a quotation']],
    ['<pre>a <strong>b</strong></pre>', ['formatting in a code block']],
    ['<p><a href="https://example.com" title="Pens">a</a></p>', ['a link title']],
    ['<p style="background-color: yellow">a</p>', ['a background colour behind a whole paragraph or cell']],
    ['<ul><li>a<ul><li>b</li></ul>c</li></ul>', ['an unsupported order of lines']],
    ['<pre lang="fr">a</pre>', ['formatting in a code block']],
    ['<p><span dir="rtl">a</span></p>', ['a text direction']],
    ['<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></tbody></table>', ['formatting']],
  ])('names what the editor can’t show of %s', (html, losses) => {
    expect(lossesOf(html)).toEqual(losses);
  });

  it.each([
    ['<div><b>a</b><br></div><div>b</div>'],
    ['<p>a<i>b<b>c</b></i></p>\n  <p style="text-align:center">d</p>'],
    ['plain text &amp; more'],
    ['<ol><li data-list="bullet">a</li><li data-list="bullet" class="ql-indent-1">b</li></ol>'],
    ['<ul><li><p>a</p></li></ul><p></p>'],
    [cell('<p>a</p>')],
    ['<table><tbody><tr class="ql-align-center"><td>a</td></tr></tbody></table>'],
    ['<ul class="ql-align-center"><li>a</li></ul>'],
    ['<pre><code>a\nb\n</code></pre>'],
    ['<p lang="fr">Un <strong>stylo</strong></p><ul lang="de"><li>Tinte</li></ul>'],
    [cell('<em lang="fr">Plume</em>', ' lang="de"')],
    ['<p><br></p>'],
    [''],
  ])('finds none in another spelling of the same text: %s', (html) => {
    expect(lossesOf(html)).toEqual([]);
  });

  it('finds a difference between different texts', () => {
    const saved = (html: string): string => {
      writeHtml(quill, html);
      return readHtml(quill);
    };
    const marked = (html: string) => html.replace(/>([^<>]*[a-z7])(?=[^<>]*<)/, '><small>$1</small>');
    fc.assert(
      fc.property(supportedDocuments, (html) => {
        const changed = marked(html);
        fc.pre(changed !== html && !html.includes('<small>'));
        expect(lossesOf(changed).length > 0 || saved(changed) !== saved(html)).toBe(true);
        expect(saved(`${html}<p>more</p>`)).not.toBe(saved(html));
      }),
      { numRuns: 15 },
    );
  }, 60_000);
});
