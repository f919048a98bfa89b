import { expect, it } from 'vitest';
import {
  addRecentId,
  filterGroups,
  getRecordItemId,
  type PaletteItem,
  parseRecordItemId,
  removeRepeated,
  sortByTitleMatch,
} from './palette-item.ts';

const item = (label: string, keywords: string[] = []): PaletteItem => ({
  id: label,
  label,
  keywords,
  icon: () => null,
  to: '/',
});

const groups = [
  { label: 'Pages', items: [item('Country'), item('Contact')] },
  { label: 'Actions', items: [item('Add Country'), item('Log out', ['sign out'])] },
];

const labelsOf = (query: string) =>
  filterGroups(groups, query).map(({ label, items }) => [label, ...items.map((found) => found.label)]);

it('puts the group with the best match first', () => {
  expect(labelsOf('country')).toEqual([
    ['Pages', 'Country'],
    ['Actions', 'Add Country'],
  ]);
  expect(labelsOf('add co')).toEqual([['Actions', 'Add Country']]);
});

it('finds an item by its other names', () => {
  expect(labelsOf('sign out')).toEqual([['Actions', 'Log out']]);
});

it('shows an item only in the first of its groups', () => {
  const recent = { label: 'Recent', items: [item('Contact')] };
  expect(removeRepeated([recent, ...groups]).map(({ items }) => items.length)).toEqual([1, 1, 2]);
});

it('sorts titles that begin with the query first, then those that contain it, and keeps the order of the rest', () => {
  const titles = ['Journal', 'Ink for a pen', 'Which nib?', 'Pencil', 'A pen'];
  const sorted = sortByTitleMatch(titles, { query: 'PEN', getTitle: (title) => title });
  expect(sorted).toEqual(['Pencil', 'Ink for a pen', 'A pen', 'Journal', 'Which nib?']);
});

it('moves an item that is chosen again to the front', () => {
  expect(addRecentId(['export csv', 'add gift', 'home'], 'add gift')).toEqual(['add gift', 'export csv', 'home']);
});

it('forgets the oldest items', () => {
  const ids = Array.from({ length: 30 }, (_, index) => `item ${index}`).reduce<string[]>(addRecentId, []);
  expect(ids).toHaveLength(20);
  expect(ids[0]).toBe('item 29');
});

it('finds the record of an item by its id', () => {
  expect(parseRecordItemId(getRecordItemId('gift', 'g1'))).toEqual({ resourceName: 'gift', recordId: 'g1' });
  expect(parseRecordItemId('section Record Types')).toBeNull();
});
