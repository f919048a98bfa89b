// @vitest-environment jsdom
import { Range } from 'quill';
import { expect, it } from 'vitest';
import {
  pastedCodeFromChatGpt,
  pastedContinuedListFromWord,
  pastedFromGoogleDocs,
  pastedFromSlack,
  pastedFromWebsite,
  pastedFromWordForTheWeb,
  pastedTableFromWord,
  pastedTasks,
} from './pasted.testing.ts';
import { createQuill, readHtml, writeHtml } from './rich-text-quill.ts';
import { wordClipboardHtml } from './word-clipboard.testing.ts';

const editor = (html = '') => {
  const missed: (readonly string[])[] = [];
  const container = document.createElement('div');
  document.body.append(container);
  const quill = createQuill({
    container,
    onFiles: () => undefined,
    onLink: () => undefined,
    onUnsupported: (names) => missed.push(names),
  });
  quill.scrollSelectionIntoView = () => undefined;
  writeHtml(quill, html);
  return { quill, missed };
};

const paste = (html: string): string => {
  const { quill } = editor();
  quill.clipboard.onPaste(new Range(0), { html });
  return readHtml(quill);
};

it('keeps the structure of text pasted from Word', () => {
  expect(paste(wordClipboardHtml)).toBe(
    [
      '<h1>Spring range</h1>',
      '<p class="ql-align-justify">Our <strong>new pens</strong> write <em>for</em> <u>hours</u>, in ',
      '<span style="color: red">red</span> and black.</p>',
      '<p><br></p>',
      '<ul><li>Gel pens<ul><li>0.5 mm</li></ul></li><li>Nibs</li></ul>',
      '<ol><li>Fill</li><li>Write</li></ol>',
      '<p><a href="https://example.com/pens" rel="noopener noreferrer" target="_blank">See all</a></p>',
    ].join(''),
  );
});

it('keeps a table that is pasted from Word', () => {
  expect(paste(pastedTableFromWord)).toBe(
    '<table><tbody><tr><td><strong>Pen</strong></td><td><strong>Price</strong></td></tr>' +
      '<tr><td>Gel<br>black</td><td><br></td></tr></tbody></table>',
  );
});

it('keeps the structure of text pasted from Google Docs', () => {
  expect(paste(pastedFromGoogleDocs)).toBe(
    '<h2>Nib sizes</h2><p><strong>Bold</strong> and <em><u>both</u></em></p><p><br></p>' +
      '<table><tbody><tr><td>Fine</td><td>0.5 mm</td></tr></tbody></table>' +
      '<ul><li>One<ul><li>Two</li></ul></li></ul><p><br></p>',
  );
});

it('keeps only the content of a pasted website', () => {
  expect(paste(pastedFromWebsite)).toBe(
    '<h3>Care</h3><p>Rinse the nib, see ink, open, file or ' +
      '<a href="https://example.com/ink#black" rel="noopener noreferrer" target="_blank">our guide</a>.</p>' +
      '<p>Specification</p><table><thead><tr><th scope="col">Part</th><th scope="col">Value</th></tr></thead>' +
      '<tbody><tr><td>Weight</td><td>20&nbsp;g</td></tr><tr><td>Made in Kochi</td><td><br></td></tr></tbody></table>' +
      '<p>Mail</p>',
  );
});

it('names the content that a paste drops', () => {
  const { quill, missed } = editor();
  quill.clipboard.onPaste(new Range(0), { html: pastedFromWebsite });
  quill.clipboard.onPaste(new Range(0), { html: pastedFromGoogleDocs });
  expect(missed).toEqual([
    [
      ...['an image from another address', 'embedded content', 'a video', 'a form', 'a form field'],
      'merged table cells',
    ],
    [],
  ]);
});

it.each([
  ['black of a website', '<p style="color: rgb(32, 33, 34)">a</p>', '<p>a</p>'],
  [
    'white on a dark cell',
    '<table><tr><td style="background: #4472c4"><span style="color: white">a</span></td></tr></table>',
    '<table><tbody><tr><td>a</td></tr></tbody></table>',
  ],
  [
    'blue of a link',
    '<p><a href="https://example.com"><span style="color: #1155cc; text-decoration: underline">a</span></a></p>',
    '<p><a href="https://example.com" rel="noopener noreferrer" target="_blank">a</a></p>',
  ],
])('drops the %s, which could not be read in dark mode', (_name, html, kept) => {
  expect(paste(html)).toBe(kept);
});

it('keeps the colours of highlighted text', () => {
  const highlighted = '<p><span style="color: white; background-color: navy">a</span></p>';
  expect(paste(highlighted)).toBe(highlighted);
  expect(paste('<p align="right"><font color="#c9211e">a</font></p>')).toBe(
    '<p class="ql-align-right"><span style="color: rgb(201, 33, 30)">a</span></p><p><br></p>',
  );
});

it('keeps a checklist of Google Docs without its checkbox images', () => {
  const box = '<img src="https://docs.example/box.png" alt="checked" aria-roledescription="checkbox">';
  expect(paste(`<ul><li role="checkbox" aria-checked="true">${box}<p>Bought</p></li></ul>`)).toBe(
    '<ul><li data-list="checked">Bought</li></ul><p><br></p>',
  );
});

it.each(Object.entries(pastedTasks))('keeps the ticks of tasks from %s', (_program, html) => {
  const { quill, missed } = editor();
  quill.clipboard.onPaste(new Range(0), { html });
  expect(readHtml(quill)).toBe(
    '<ul><li data-list="checked">Cap</li><li data-list="unchecked">Nib</li></ul><p><br></p>',
  );
  expect(missed).toEqual([[]]);
});

it.each([
  [
    'paragraphs and nested lists of Slack',
    pastedFromSlack,
    '<p>Fine tip</p><p>Refillable</p><ul><li>Red<ul><li>Dark</li></ul></li><li>Blue</li></ul><p><br></p>',
  ],
  [
    'numbers of a list that continues in Word',
    pastedContinuedListFromWord,
    '<ol><li>Open the cap</li></ol><p>Turn it.</p><ol start="2"><li>Insert the refill</li><li>Close it</li></ol><p><br></p>',
  ],
  [
    'lists of Word for the web',
    pastedFromWordForTheWeb,
    '<ol><li>One</li><li>Two<ul><li>Sub</li></ul></li></ol><ol><li>Other</li></ol><p><br></p>',
  ],
  ['code of ChatGPT without its label', pastedCodeFromChatGpt, '<p>Use:</p><pre>{ "a": 1 }</pre><p><br></p>'],
  ['lines of a code block', '<pre><div>a</div><div>b</div></pre>', '<pre>a\nb</pre><p><br></p>'],
  ['text around code', '<pre><div>Run <code>a</code> now</div></pre>', '<pre>Run a now</pre><p><br></p>'],
])('keeps the %s', (_name, html, kept) => {
  expect(paste(html)).toBe(kept);
});

it('says that a table in a list becomes lines', () => {
  const { quill, missed } = editor();
  quill.clipboard.onPaste(new Range(0), {
    html: '<ul><li>a<table><tr><td>b</td><td>c</td></tr></table></li></ul>',
  });
  expect(readHtml(quill)).toContain('<li>a<br>b<br>c</li>');
  expect(missed).toEqual([['a table in a list or quotation']]);
});

it('drops text that isn’t part of the content', () => {
  const controls = '<select><option>Blue</option></select><button>Add to cart</button>';
  expect(paste(`<p>Pen</p>${controls}<p>Ink<span style="display: none">x</span></p>`)).toBe('<p>Pen</p><p>Ink</p>');
});

it('keeps the header row of a table whose header has merged cells', () => {
  const header = '<thead><tr><th>Size</th><th colspan="2">Width</th></tr></thead>';
  const row = '<tbody><tr><td>F</td><td>0.4</td><td>mm</td></tr></tbody>';
  expect(paste(`<table>${header}${row}</table>`)).toBe(
    `<table><thead><tr><th>Size</th><th>Width</th><th><br></th></tr></thead>${row}</table>`,
  );
});

it('pastes a definition list as lines with its terms in bold', () => {
  expect(paste('<dl><dt>Nib</dt><dd>The tip</dd></dl>')).toBe('<p><strong>Nib</strong></p><p>The tip</p>');
});

it('keeps text about colours', () => {
  expect(paste('<p>color: black; stays</p>')).toBe('<p>color: black; stays</p>');
});

const table = '<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>';

it.each([
  ['HTML', { html: '<p>one</p><ul><li>two</li></ul>' }],
  ['plain text', { text: 'one\ntwo' }],
])('pastes %s with several lines into one cell', (_kind, content) => {
  const { quill } = editor(table);
  quill.clipboard.onPaste(new Range(1), content);
  expect(readHtml(quill)).toBe(table.replace('a<', 'aone<br>two<'));
});

it('pastes a table below the text before it', () => {
  const { quill } = editor('<p>Before</p>');
  quill.clipboard.onPaste(new Range(6), { html: table });
  expect(readHtml(quill)).toBe(`<p>Before</p>${table}`);
});

it('inserts pasted images where the caret is after typing went on', async () => {
  const { quill } = editor('<p>abc</p>');
  const image = '<img src="data:image/png;base64,iVBORw0KGgo=" alt="Pen">';
  quill.clipboard.onPaste(new Range(2, 1), { html: `<p>${image}</p>` });
  quill.insertText(0, 'typed ', 'user');
  await expect.poll(() => readHtml(quill)).toBe(`<p>typed ab${image}</p>`);
});

it('copies a part of a text as it would be saved', () => {
  const { quill } = editor('<p>one two <strong>three</strong></p>');
  expect(quill.clipboard.onCopy(new Range(0, 11), false)).toEqual({
    html: '<p>one two <strong>thr</strong></p>',
    text: 'one two thr',
  });
});
