import { describe, expect, it } from 'vitest';
import {
  allSelected,
  emptySelection,
  getPageSelectionState,
  getSelectedCount,
  isSelected,
  type Selection,
  toggleRow,
  toggleRows,
} from './selection.ts';

const rows = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, title: id.toUpperCase() }));
const nextPage = ['f', 'g'].map((id) => ({ id, title: id.toUpperCase() }));

const toggle = (selection: Selection, id: string, isRange = false) =>
  toggleRow(selection, { id, rows, isRange });
const ids = ({ titles }: Selection) => [...titles.keys()].sort();

describe('choosing rows', () => {
  it('takes a row, and takes it back', () => {
    const one = toggle(emptySelection, 'b');
    expect([...one.titles]).toEqual([['b', 'B']]);
    expect(ids(toggle(one, 'b'))).toEqual([]);
  });

  it('takes all between the last row and this one, in both directions', () => {
    expect(ids(toggle(toggle(emptySelection, 'b'), 'd', true))).toEqual(['b', 'c', 'd']);
    expect(ids(toggle(toggle(emptySelection, 'd'), 'b', true))).toEqual(['b', 'c', 'd']);
  });

  it('takes a range back where it began with a row that was taken back', () => {
    const all = toggleRows(emptySelection, rows);
    expect(ids(toggle(toggle(all, 'b'), 'd', true))).toEqual(['a', 'e']);
  });

  it('takes one row where the last one is not on this page', () => {
    const elsewhere = toggleRow(emptySelection, { id: 'f', rows: nextPage, isRange: false });
    expect(ids(toggle(elsewhere, 'c', true))).toEqual(['c', 'f']);
  });
});

describe('choosing a page', () => {
  it('adds it to what is chosen on others, and takes only it back', () => {
    const both = toggleRows(toggleRows(emptySelection, rows), nextPage);
    expect(getSelectedCount(both, 100)).toBe(7);
    expect(ids(toggleRows(both, rows))).toEqual(['f', 'g']);
  });

  it('completes a page that is chosen in part', () => {
    const part = toggle(emptySelection, 'b');
    expect(getPageSelectionState(part, rows)).toBe('some');
    expect(getPageSelectionState(toggleRows(part, rows), rows)).toBe('all');
    expect(getPageSelectionState(emptySelection, rows)).toBe('none');
  });
});

describe('all that the list finds', () => {
  it('is every record, seen or not', () => {
    expect(getSelectedCount(allSelected, 1234)).toBe(1234);
    expect(isSelected(allSelected, 'never seen')).toBe(true);
    expect(getPageSelectionState(allSelected, nextPage)).toBe('all');
  });

  it('becomes what is in sight without the row that is taken back', () => {
    expect(ids(toggle(allSelected, 'c'))).toEqual(['a', 'b', 'd', 'e']);
  });

  it('is taken back as a whole by the header', () => {
    expect(toggleRows(allSelected, rows)).toEqual(emptySelection);
  });
});
