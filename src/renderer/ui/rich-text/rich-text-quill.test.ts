// @vitest-environment jsdom
import { Range } from 'quill';
import { expect, it } from 'vitest';
import { pastedFromWord } from './pasted-from-word.testing.ts';
import { readEditorHtml } from './rich-text-html.ts';
import { createQuill } from './rich-text-quill.ts';

const paste = (html: string): string => {
  const container = document.createElement('div');
  document.body.append(container);
  const quill = createQuill({ container, onFiles: () => undefined, onLink: () => undefined });
  quill.scrollSelectionIntoView = () => undefined;
  quill.clipboard.onPaste(new Range(0), { html });
  return readEditorHtml(quill.root);
};

it('cleans what is pasted from Word: its text, lists and emphasis stay, its styles go', () => {
  expect(paste(pastedFromWord)).toBe(
    [
      '<h1>Spring range</h1>',
      '<p class="ql-align-justify">Our <strong>new pens</strong> write <em>for</em> <u>hours</u>, in ',
      '<span style="color: red">red</span> and black.</p>',
      '<p><br></p>',
      '<ul><li>Gel pens</li><li class="ql-indent-1">0.5 mm</li><li>Nibs</li></ul>',
      '<ol><li>Fill</li><li>Write</li></ol>',
      '<p><a href="https://example.com/pens" rel="noopener noreferrer" target="_blank">See  all</a></p>',
    ].join(''),
  );
});

it('keeps what a text says about colours', () => {
  expect(paste('<p>color: black; stays</p>')).toBe('<p>color: black; stays</p>');
});
