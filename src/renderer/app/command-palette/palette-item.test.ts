import { expect, it } from 'vitest';
import { filterGroups, type PaletteItem, removeRepeated } from './palette-item.ts';

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
