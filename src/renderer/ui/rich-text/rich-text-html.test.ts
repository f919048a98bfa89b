// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { readEditorHtml } from './rich-text-html.ts';

const read = (html: string) => {
  const root = document.createElement('div');
  root.innerHTML = html;
  return readEditorHtml(root);
};
const marker = '<span class="ql-ui" contenteditable="false"></span>';

describe('readEditorHtml', () => {
  it.each(['<p><br></p>', '<p>  </p><p><br></p>', ''])('returns nothing for an empty text: %s', (html) => {
    expect(read(html)).toBe('');
  });

  it('keeps a text that contains only an image', () => {
    expect(read('<p><img src="/uploads/pen.png" alt=""></p>')).toBe('<p><img src="/uploads/pen.png" alt=""></p>');
  });

  it("nests the editor's lists by their levels", () => {
    const item = (list: string, text: string, indent = '') => `<li data-list="${list}"${indent}>${marker}${text}</li>`;
    expect(
      read(
        `<ol>${item('bullet', 'a')}${item('bullet', 'b', ' class="ql-indent-1"')}${item('bullet', 'c')}${item('ordered', 'd')}</ol>`,
      ),
    ).toBe('<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul><ol><li>d</li></ol>');
  });

  it('keeps the indent of an item that has no item above it', () => {
    expect(read(`<ol><li data-list="bullet" class="ql-indent-2">a</li></ol>`)).toBe(
      '<ul><li class="ql-indent-2">a</li></ul>',
    );
  });

  it('keeps spaces that a browser would not show', () => {
    expect(read('<p> a  b</p>')).toBe('<p>&nbsp;a &nbsp;b</p>');
  });

  it('omits the empty paragraph below a table', () => {
    const table = '<table><tbody><tr><td>a</td></tr></tbody></table>';
    expect(read(`${table}<p><br></p>`)).toBe(table);
  });

  it('removes unsupported content', () => {
    expect(read('<p>a<img src="x" onerror="alert(1)"></p>')).toBe('<p>a</p>');
  });

  it('parses no embedded image', () => {
    const image = `<p><img src="data:image/png;base64,${'iVBOR'.repeat(1000)}" alt="Pen"></p>`;
    const parse = vi.spyOn(DOMParser.prototype, 'parseFromString');
    expect(read(image)).toBe(image);
    expect(Math.max(...parse.mock.calls.map(([html]) => String(html).length))).toBeLessThan(1000);
  });

  it('does not change the editor', () => {
    const root = document.createElement('div');
    root.innerHTML = `<ol><li data-list="bullet">${marker}a</li></ol>`;
    const before = root.innerHTML;
    readEditorHtml(root);
    expect(root.innerHTML).toBe(before);
  });
});
