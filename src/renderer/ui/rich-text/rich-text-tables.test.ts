// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { createQuill, type Quill, readHtml, writeHtml } from './rich-text-quill.ts';
import * as tables from './rich-text-tables.ts';

const head = '<thead><tr><th>A</th><th>B</th></tr></thead>';
const body = '<tbody><tr><td>1</td><td>2</td></tr></tbody>';
const table = `<table>${head}${body}</table>`;

const editor = (html: string, caret: number): Quill => {
  const container = document.createElement('div');
  document.body.append(container);
  const quill = createQuill({ container, onFiles: () => undefined, onLink: () => undefined });
  quill.scrollSelectionIntoView = () => undefined;
  writeHtml(quill, html);
  quill.setSelection(caret, 0);
  return quill;
};

const edited = (html: string, caret: number, change: (quill: Quill) => void): string => {
  const quill = editor(html, caret);
  change(quill);
  return readHtml(quill);
};

const press = (quill: Quill, init: KeyboardEventInit): void => {
  quill.root.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
};

describe('a table', () => {
  it('is inserted with a header row', () => {
    const quill = editor('<p>Before</p>', 3);
    tables.insertTable(quill, { rows: 2, columns: 2 });
    const cells = '<br>';
    expect(readHtml(quill)).toBe(
      `<p>Before</p><table><thead><tr><th>${cells}</th><th>${cells}</th></tr></thead><tbody><tr><td>${cells}</td><td>${cells}</td></tr></tbody></table>`,
    );
    expect(quill.root.lastElementChild?.tagName).toBe('P');
  });

  it('is not joined with the table above it', () => {
    const html = edited(`${table}<p>x</p>`, 8, (quill) => {
      quill.deleteText(8, 1);
      tables.insertTable(quill, { rows: 1, columns: 1 });
    });
    expect(html).toContain(`${table}<p><br></p><table>`);
  });

  it.each([
    [
      'above',
      4,
      `<table>${head}<tbody><tr><td><br></td><td><br></td></tr><tr><td>1</td><td>2</td></tr></tbody></table>`,
    ],
    [
      'below',
      4,
      `<table>${head}<tbody><tr><td>1</td><td>2</td></tr><tr><td><br></td><td><br></td></tr></tbody></table>`,
    ],
  ] as const)('gets a row %s the caret', (side, caret, expected) => {
    expect(edited(table, caret, (quill) => tables.insertRow(quill, side))).toBe(expected);
  });

  it('gets a column whose first cell is a header', () => {
    expect(edited(table, 0, (quill) => tables.insertColumn(quill, 'after'))).toBe(
      '<table><thead><tr><th>A</th><th><br></th><th>B</th></tr></thead><tbody><tr><td>1</td><td><br></td><td>2</td></tr></tbody></table>',
    );
  });

  it.each([
    ['row', 4, `<table>${head}</table>`],
    ['column', 0, '<table><thead><tr><th>B</th></tr></thead><tbody><tr><td>2</td></tr></tbody></table>'],
    ['table', 0, '<p>x</p>'],
  ] as const)('loses a %s', (part, caret, expected) => {
    const html = edited(`${table}<p>x</p>`, caret, (quill) => tables.removeFromTable(quill, part));
    expect(html.replace(/(<\/table>)<p>x<\/p>$/, '$1')).toBe(expected);
  });

  it('is restored when a change is undone', () => {
    for (const change of [
      (quill: Quill) => tables.removeFromTable(quill, 'column'),
      (quill: Quill) => tables.removeFromTable(quill, 'row'),
      (quill: Quill) => tables.insertColumn(quill, 'before'),
      (quill: Quill) => tables.insertRow(quill, 'below'),
      (quill: Quill) => tables.toggleHeaders(quill, 'columnheader'),
    ]) {
      const html = edited(table, 4, (quill) => {
        change(quill);
        expect(readHtml(quill)).not.toBe(table);
        quill.history.undo();
      });
      expect(html).toBe(table);
    }
  });

  it('has a header row that can be toggled', () => {
    const quill = editor(table, 4);
    expect(tables.hasHeaders(quill, 'columnheader')).toBe(true);
    tables.toggleHeaders(quill, 'columnheader');
    expect(readHtml(quill)).toBe(
      '<table><tbody><tr><td>A</td><td>B</td></tr><tr><td>1</td><td>2</td></tr></tbody></table>',
    );
  });
});

it('a table gets a header column, which new rows continue', () => {
  const quill = editor(table, 4);
  tables.toggleHeaders(quill, 'rowheader');
  tables.insertRow(quill, 'below');
  const row = (header: string, value: string) => `<tr><th scope="row">${header}</th><td>${value}</td></tr>`;
  const withColumn = `<table>${head}<tbody>${row('1', '2')}${row('<br>', '<br>')}</tbody></table>`;
  expect(readHtml(quill)).toBe(withColumn);
  writeHtml(quill, withColumn);
  expect(readHtml(quill)).toBe(withColumn);
  quill.setSelection(4, 0);
  tables.toggleHeaders(quill, 'rowheader');
  expect(readHtml(quill)).not.toContain('scope');
});

describe('Enter', () => {
  it.each([
    ['breaks a line within a cell', table, 5, {}, table.replace('1<', '1<br><br><')],
    ['leaves a table at its end', `${table}<p>x</p>`, 7, {}, `${table}<p><br></p><p>x</p>`],
    ['leaves a table at its start', table, 0, {}, `<p><br></p>${table}`],
    ['with Shift breaks a line', '<p>ab</p>', 1, { shiftKey: true }, '<p>a<br>b</p>'],
    [
      'goes on with the numbers of a list',
      '<ol start="5"><li>a</li></ol>',
      1,
      {},
      '<ol start="5"><li>a</li><li><br></li></ol>',
    ],
  ])('%s', (_claim, html, caret, init, expected) => {
    expect(edited(html, caret, (quill) => press(quill, { key: 'Enter', ...init }))).toBe(expected);
  });
});

const list = '<ul><li>Red</li><li>Blue</li></ul>';

const cut = (quill: Quill): void => {
  const event = Object.assign(new Event('cut', { cancelable: true }), {
    clipboardData: { setData: () => undefined },
  });
  quill.root.dispatchEvent(event);
};

const pasteList = (quill: Quill): void => {
  const range = quill.getSelection();
  if (range) quill.clipboard.onPaste(range, { html: list });
};

describe('a selection from a table to the text below it', () => {
  const all = (quill: Quill) => quill.setSelection(0, quill.getLength());

  it.each([
    ['deleted', (quill: Quill) => press(quill, { key: 'Delete' })],
    ['cut', cut],
    ['replaced', () => undefined],
  ])('leaves no cell when it is %s', (_how, remove) => {
    const html = edited(table, 0, (quill) => {
      all(quill);
      remove(quill);
      pasteList(quill);
    });
    expect(html).toBe(`${list}<p><br></p>`);
  });

  it('leaves the rest of the text below', () => {
    const html = edited(`${table}<p>Hello world</p>`, 0, (quill) => {
      quill.setSelection(0, 14);
      press(quill, { key: 'Backspace' });
    });
    expect(html).toBe('<p>world</p>');
  });
});

it.each([
  ['below the line of the caret', '<p>a</p><p>b</p>', 0, '<p>a</p><hr><p>b</p>'],
  ['below the table of the caret', `${table}<p>b</p>`, 0, `${table}<hr><p>b</p>`],
  ['at the end of a text', '<p>a</p>', 1, '<p>a</p><hr>'],
])('a line is inserted %s', (_place, html, caret, expected) => {
  expect(edited(html, caret, tables.insertDivider)).toBe(expected);
});
