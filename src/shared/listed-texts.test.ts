import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listedTexts, listIn } from './listed-texts.ts';

it('splits a list at lines, semicolons or bars', () => {
  expect(listIn('a; b | c;')).toEqual(['a', 'b', 'c']);
  expect(listIn('a; b\r\nc')).toEqual(['a; b', 'c']);
});

it('keeps quoted items together', () => {
  expect(listIn('"a; b"; 5" wide; 7"')).toEqual(['a; b', '5" wide', '7"']);
  expect(listIn('"say ""hi"" "|b')).toEqual(['say "hi" ', 'b']);
});

it('reads what it wrote', () => {
  const item = fc.stringMatching(/^[ab"; |\n\r]{1,8}$/).filter((text) => text.trim() !== '');
  fc.assert(
    fc.property(fc.array(item), (items) => {
      expect(listIn(listedTexts(items))).toEqual(items.map((text) => text.replaceAll('\r\n', '\n')));
    }),
  );
});
