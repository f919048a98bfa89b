import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinList, splitList } from './listed-texts.ts';

it('splits a list at lines, semicolons or bars', () => {
  expect(splitList('a; b | c;')).toEqual(['a', 'b', 'c']);
  expect(splitList('a; b\r\nc')).toEqual(['a; b', 'c']);
});

it('keeps quoted items together', () => {
  expect(splitList('"a; b"; 5" wide; 7"')).toEqual(['a; b', '5" wide', '7"']);
  expect(splitList('"say ""hi"" "|b')).toEqual(['say "hi" ', 'b']);
});

it('reads what it wrote', () => {
  const item = fc.stringMatching(/^[ab"; |\n\r]{1,8}$/).filter((text) => text.trim() !== '');
  fc.assert(
    fc.property(fc.array(item), (items) => {
      expect(splitList(joinList(items))).toEqual(items.map((text) => text.replaceAll('\r\n', '\n')));
    }),
  );
});
