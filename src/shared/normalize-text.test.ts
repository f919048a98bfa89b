import { expect, it } from 'vitest';
import { nameKey, normalizeLine } from './normalize-text.ts';

const changed: Record<string, [string, string]> = {
  'a zero-width space': ['MK\u200b-1', 'MK-1'],
  'a byte order mark and a word joiner': ['\ufeffMK\u2060-1', 'MK-1'],
  'direction marks and isolates': ['\u200eMK-1\u200f \u2066x\u2069', 'MK-1 x'],
  'a soft hyphen': ['Fine\u00adliner', 'Fineliner'],
  'a control character': ['MK-1\u001a', 'MK-1'],
  'spaces of any width': ['\u00a0Gel\u2009pen\u3000 blue\t', 'Gel pen  blue'],
  'line breaks': ['Gel pen\r\n\tblue\u2028fine\u0085', 'Gel pen blue fine'],
  'decomposed letters': ['Cafe\u0301', 'Caf\u00e9'],
  'joiners in Latin words': ['MK\u200d-1\u200c', 'MK-1'],
  'joiners beside spaces': ['\u0645\u06cc\u200c \u200cA', '\u0645\u06cc A'],
  'repeated joiners': [
    '\u0645\u06cc\u200c\u200c\u062e\u0648\u0627\u0647\u0645',
    '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
  ],
  'nothing but invisible characters': ['\u200b\ufeff\u00a0', ''],
};

it.each(Object.entries(changed))('removes or replaces %s', (_name, [text, expected]) => {
  expect(normalizeLine(text)).toBe(expected);
  expect(normalizeLine(expected)).toBe(expected);
});

it.each([
  ['a footnote mark', '12¹'],
  ['full-width digits and ligatures', '１２ ﬁne ½ ™'],
  ['a Persian word', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'],
  ['an Arabic abbreviation', '\u0647\u200d'],
  ['Devanagari conjuncts', '\u0930\u094d\u200d\u092f \u0915\u094d\u200c\u0937'],
  ['emoji sequences', '👩🏽‍🔬 🏳️‍🌈 👨‍👩‍👧'],
  ['Hebrew with points', 'שָׁלוֹם'.normalize('NFC')],
])('keeps %s', (_name, text) => {
  expect(normalizeLine(text)).toBe(text);
});

it('compares names without their invisible characters', () => {
  expect(nameKey('CAFE\u0301\u00a0\u200bNoir')).toBe(nameKey('Café  noir'));
});
