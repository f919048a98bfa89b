// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { readEditorHtml } from './rich-text-html.ts';

const read = (html: string) => {
  const root = document.createElement('div');
  root.innerHTML = html;
  return readEditorHtml(root);
};
const marker = '<span class="ql-ui" contenteditable="false"></span>';

describe('readEditorHtml', () => {
  it.each(['<p><br></p>', '<p>  </p><p><br></p>', ''])(
    'gives nothing where nothing was written: %s',
    (html) => {
      expect(read(html)).toBe('');
    },
  );

  it('keeps a text that is only a picture', () => {
    expect(read('<p><img src="/uploads/pen.png" alt=""></p>')).toBe(
      '<p><img src="/uploads/pen.png" alt=""></p>',
    );
  });

  it("turns the editor's lists into bulleted and numbered ones", () => {
    expect(
      read(
        `<ol><li data-list="bullet">${marker}a</li><li data-list="bullet" class="ql-indent-1">${marker}b</li><li data-list="ordered">${marker}c</li></ol>`,
      ),
    ).toBe('<ul><li>a</li><li class="ql-indent-1">b</li></ul><ol><li>c</li></ol>');
  });

  it('takes out what the editor let in', () => {
    expect(read('<p>a<img src="x" onerror="alert(1)"></p>')).toBe('<p>a</p>');
  });

  it('leaves the editor as it is', () => {
    const root = document.createElement('div');
    root.innerHTML = `<ol><li data-list="bullet">${marker}a</li></ol>`;
    const before = root.innerHTML;
    readEditorHtml(root);
    expect(root.innerHTML).toBe(before);
  });
});
