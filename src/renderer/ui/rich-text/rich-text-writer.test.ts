// @vitest-environment jsdom
import { Delta } from 'quill';
import { describe, expect, it, vi } from 'vitest';
import { writeRichText } from './rich-text-writer.ts';

const lines = (...content: [text: string, formats?: Record<string, unknown>][]): string =>
  writeRichText(content.reduce((delta, [text, formats]) => delta.insert(text).insert('\n', formats), new Delta()));

describe('writeRichText', () => {
  it.each(['\n', '  \n\n', ''])('returns nothing for an empty text: %j', (text) => {
    expect(writeRichText(new Delta().insert(text))).toBe('');
  });

  it('keeps a text that contains only an image', () => {
    const image = new Delta().insert({ image: '/uploads/pen.png' }, { alt: '' }).insert('\n');
    expect(writeRichText(image)).toBe('<p><img src="/uploads/pen.png" alt=""></p>');
  });

  it("nests the editor's lists by their levels", () => {
    expect(
      lines(
        ['a', { list: 'bullet' }],
        ['b', { list: 'bullet', indent: 1 }],
        ['c', { list: 'bullet' }],
        ['d', { list: 'ordered' }],
      ),
    ).toBe('<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul><ol><li>d</li></ol>');
  });

  it('keeps the indent of an item that has no item above it', () => {
    expect(lines(['a', { list: 'bullet', indent: 2 }])).toBe('<ul><li class="ql-indent-2">a</li></ul>');
  });

  it('keeps spaces that a browser would not show', () => {
    expect(lines([' a  b'])).toBe('<p>&nbsp;a &nbsp;b</p>');
  });

  it('omits the empty paragraph below a table', () => {
    expect(lines(['a', { table: 'row' }], [''])).toBe('<table><tbody><tr><td>a</td></tr></tbody></table>');
  });

  it('removes unsupported content', () => {
    const image = new Delta().insert('a').insert({ image: 'x" onerror="alert(1)' }).insert('\n');
    expect(writeRichText(image)).toBe('<p>a</p>');
  });

  it('parses no embedded image', () => {
    const url = `data:image/png;base64,${'iVBOR'.repeat(1000)}`;
    const parse = vi.spyOn(DOMParser.prototype, 'parseFromString');
    const content = new Delta().insert({ image: url }, { alt: 'Pen' }).insert('\n');
    expect(writeRichText(content)).toBe(`<p><img src="${url}" alt="Pen"></p>`);
    expect(Math.max(...parse.mock.calls.map(([html]) => String(html).length))).toBeLessThan(1000);
  });
});
