// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { type AvailableColumn, applyColumnSettings, moveColumn, toggleColumn } from './column-menu.tsx';

const available: AvailableColumn[] = [
  { id: 'serial', label: 'S.NO', isHiddenByDefault: false },
  { id: 'name', label: 'Name', isHiddenByDefault: false },
  { id: 'status', label: 'Status', isHiddenByDefault: false },
  { id: 'createdAt', label: 'Created', isHiddenByDefault: true },
];

const shown = (choice?: { order: string[]; hidden: string[] }, columns = available) =>
  applyColumnSettings(columns, choice)
    .filter(({ isVisible }) => isVisible)
    .map(({ id }) => id);

describe('arrangeColumns', () => {
  it('shows the default columns without settings', () => {
    expect(shown()).toEqual(['serial', 'name', 'status']);
  });

  it('applies the user’s choice', () => {
    const choice = { order: ['createdAt', 'status', 'name', 'serial'], hidden: ['name'] };
    expect(shown(choice)).toEqual(['createdAt', 'status', 'serial']);
  });

  it('inserts new columns at their default place', () => {
    const choice = { order: ['gone', 'status', 'name'], hidden: [] };
    expect(shown(choice)).toEqual(['serial', 'status', 'name']);
  });

  it('never leaves a list without columns', () => {
    const choice = { order: available.map(({ id }) => id), hidden: available.map(({ id }) => id) };
    expect(shown(choice)).toEqual(['serial', 'name', 'status']);
  });
});

describe('a change of settings', () => {
  it('shows a hidden column again in its place', () => {
    const hidden = toggleColumn(applyColumnSettings(available, undefined), 'name');
    expect(hidden).toEqual({
      order: ['serial', 'name', 'status', 'createdAt'],
      hidden: ['name', 'createdAt'],
    });
    expect(toggleColumn(applyColumnSettings(available, hidden), 'name').hidden).toEqual(['createdAt']);
  });

  it('moves a column by one place', () => {
    const columns = applyColumnSettings(available, undefined);
    expect(moveColumn(columns, 'status', -1).order).toEqual(['serial', 'status', 'name', 'createdAt']);
    expect(moveColumn(columns, 'name', 1).order).toEqual(['serial', 'status', 'name', 'createdAt']);
    expect(moveColumn(columns, 'serial', -1).order).toEqual(['serial', 'name', 'status', 'createdAt']);
    expect(moveColumn(columns, 'createdAt', 1).order).toEqual(['serial', 'name', 'status', 'createdAt']);
  });
});
