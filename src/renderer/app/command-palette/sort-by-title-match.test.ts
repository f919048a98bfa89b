import { expect, it } from 'vitest';
import { sortByTitleMatch } from './sort-by-title-match.ts';

it('sorts titles that begin with the query first, then those that contain it, and keeps the order of the rest', () => {
  const titles = ['Journal', 'Ink for a pen', 'Which nib?', 'Pencil', 'A pen'];
  const sorted = sortByTitleMatch(titles, { query: 'PEN', getTitle: (title) => title });
  expect(sorted).toEqual(['Pencil', 'Ink for a pen', 'A pen', 'Journal', 'Which nib?']);
});
