import { expect, it } from 'vitest';
import { listMarkedWords } from '../../ui/marked-words.ts';
import {
  addRecentId,
  filterGroups,
  getRecordItemId,
  type PaletteItem,
  parseRecordItemId,
  removeRepeated,
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

it('matches the beginnings of words, in any order, regardless of case and accents', () => {
  const find = (labels: string[], query: string) =>
    filterGroups([{ label: 'All', items: labels.map((label) => item(label)) }], query).flatMap(({ items }) =>
      items.map(({ label }) => label),
    );
  expect(find(['Open settings', 'Add Product'], 'pens')).toEqual([]);
  expect(find(['Open settings', 'Reset columns'], 'set')).toEqual(['Open settings']);
  expect(find(['Switch to dark theme'], 'theme DARK')).toEqual(['Switch to dark theme']);
  expect(find(['Édition limitée'], 'edition')).toEqual(['Édition limitée']);
  expect(find(['Product Category', 'Category page', 'Category'], 'cat')).toEqual([
    ...['Category', 'Category page', 'Product Category'],
  ]);
});

it('finds an undo by its beginning, and not by the name of the record', () => {
  const undo = { ...item('Undo: Gel pen set to inactive'), isFoundByStart: true };
  const find = (query: string) => filterGroups([{ label: 'All', items: [undo] }], query).length;
  expect(['', 'undo', 'undo gel'].map(find)).toEqual([1, 1, 1]);
  expect(['gel pen', 'pen undo', 'inactive'].map(find)).toEqual([0, 0, 0]);
});

it('marks singular and plural', () => {
  expect(listMarkedWords('gel pens')).toEqual(['gel', 'pens', 'pen']);
  expect(listMarkedWords('glass')).toEqual(['glass']);
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
