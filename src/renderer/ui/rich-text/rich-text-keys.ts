import type Quill from 'quill';
import { Delta, Parchment, type Range } from 'quill';
import { TableCell } from 'quill/formats/table.js';
import type { Context } from 'quill/modules/keyboard.js';

type KeyboardContext = { quill: Quill };

const insertLineBreak = (quill: Quill, range: Range): void => {
  const delta = new Delta().retain(range.index).delete(range.length).insert({ 'line-break': true });
  quill.updateContents(delta, 'user');
  quill.setSelection(range.index + 1, 'silent');
};

const insertParagraph = (quill: Quill, index: number): void => {
  quill.updateContents(new Delta().retain(index).insert('\n'), 'user');
  quill.setSelection(index, 'user');
};

// Enter breaks the line within a cell; at the very start or end of a table it adds a paragraph outside.
const enterInTable = (quill: Quill, range: Range, cell: TableCell): void => {
  const table = cell.table();
  const start = quill.getIndex(table);
  const end = start + table.length();
  if (range.length === 0 && range.index === start) insertParagraph(quill, start);
  else if (range.length === 0 && range.index === end - 1) insertParagraph(quill, end);
  else insertLineBreak(quill, range);
};

// Splits a line so that only the first half starts the list or quotation.
const enterAtStart = (quill: Quill, range: Range, { format }: Context): void => {
  const lineFormats = Object.entries(format).filter(([name]) => quill.scroll.query(name, Parchment.Scope.BLOCK));
  const delta = new Delta().retain(range.index).delete(range.length).insert('\n', Object.fromEntries(lineFormats));
  quill.updateContents(delta, 'user');
  quill.formatLine(range.index + 1, 1, 'start', false, 'user');
  quill.setSelection(range.index + 1, 'silent');
};

export const keyBindings = ({ onLink }: { onLink: () => void }) => ({
  // Tab leaves the editor, as in any other field.
  tab: null,
  'remove tab': null,
  indent: null,
  outdent: null,
  'indent code-block': null,
  'outdent code-block': null,
  link: { key: 'k', shortKey: true, handler: onLink },
  'table enter': {
    key: 'Enter',
    format: ['table'],
    handler(this: KeyboardContext, range: Range, { line }: Context) {
      if (line instanceof TableCell) enterInTable(this.quill, range, line);
    },
  },
  'line break': {
    key: 'Enter',
    shiftKey: true,
    format: { 'code-block': false },
    handler(this: KeyboardContext, range: Range) {
      insertLineBreak(this.quill, range);
    },
  },
  'start enter': {
    key: 'Enter',
    format: ['start'],
    handler(this: KeyboardContext, range: Range, context: Context) {
      enterAtStart(this.quill, range, context);
    },
  },
});
