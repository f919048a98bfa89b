import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseClipboardTable, toClipboardTable } from './grid-clipboard.ts';

describe('parseClipboardTable', () => {
  it.each([
    [
      'A\tB\r\nC\tD\r\n',
      [
        ['A', 'B'],
        ['C', 'D'],
      ],
    ],
    ['one', [['one']]],
    [
      '\t\n\t',
      [
        ['', ''],
        ['', ''],
      ],
    ],
    [
      '"two\nlines"\t"say ""hi"""\nx\ty',
      [
        ['two\nlines', 'say "hi"'],
        ['x', 'y'],
      ],
    ],
    ['5" ruler\t"unclosed', [['5" ruler', '"unclosed']]],
  ])('reads %j', (text, rows) => {
    expect(parseClipboardTable(text)).toEqual(rows);
  });

  it('reads back what it wrote', () => {
    const cell = fc.string().map((text) => text.replaceAll('\r', ''));
    const table = fc
      .integer({ min: 1, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
      );
    fc.assert(
      fc.property(table, (rows) => {
        // An empty cell in the last row looks like a trailing line break.
        fc.pre(rows.at(-1)?.join('') !== '' || rows[0]?.length !== 1);
        expect(parseClipboardTable(toClipboardTable(rows))).toEqual(rows);
      }),
    );
  });
});
