import { expect, it } from 'vitest';
import { fuzzyMatch } from './palette-item.ts';

const rank = (texts: readonly string[], query: string) =>
  texts
    .flatMap((text) => {
      const match = fuzzyMatch(text, query);
      return match ? [{ text, score: match.score }] : [];
    })
    .toSorted((a, b) => b.score - a.score)
    .map(({ text }) => text);

it('matches letters in order, regardless of case, accents and spaces', () => {
  expect(fuzzyMatch('Édition limitée', 'EDITION LIMITEE')?.positions).toHaveLength(14);
  expect(fuzzyMatch('Crayon', 'Çrayón')).not.toBeNull();
  expect(fuzzyMatch('Gift', 'tf')).toBeNull();
});

it('matches a query with missing letters and initials of words', () => {
  expect(rank(['Switch to dark theme', 'Keyboard shortcuts'], 'swich drk')).toEqual(['Switch to dark theme']);
  expect(fuzzyMatch('Settings', 'sttng')).not.toBeNull();
  expect(fuzzyMatch('Add Sub Category', 'asc')?.positions).toEqual([0, 4, 8]);
});

it('ranks beginnings of words above other letters, and runs of letters above single ones', () => {
  expect(rank(['Brand page', 'Add Region', 'Opening'], 're')).toEqual(['Add Region']);
  expect(rank(['Cat in a tea store', 'Category', 'Product Category'], 'cate')).toEqual([
    ...['Category', 'Product Category', 'Cat in a tea store'],
  ]);
});

it('finds the best of several ways to match', () => {
  expect(fuzzyMatch('Contact country', 'cou')?.positions).toEqual([8, 9, 10]);
});

it('does not match a text whose letters are only scattered', () => {
  expect(fuzzyMatch('Import products in several parts', 'paper')).toBeNull();
});
