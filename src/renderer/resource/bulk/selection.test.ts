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

describe('selecting rows', () => {
  it('selects and deselects a row', () => {
    const one = toggle(emptySelection, 'b');
    expect([...one.titles]).toEqual([['b', 'B']]);
    expect(ids(toggle(one, 'b'))).toEqual([]);
  });

  it('selects a range in both directions', () => {
    expect(ids(toggle(toggle(emptySelection, 'b'), 'd', true))).toEqual(['b', 'c', 'd']);
    expect(ids(toggle(toggle(emptySelection, 'd'), 'b', true))).toEqual(['b', 'c', 'd']);
  });

  it('deselects a range that began with a deselected row', () => {
    const all = toggleRows(emptySelection, rows);
    expect(ids(toggle(toggle(all, 'b'), 'd', true))).toEqual(['a', 'e']);
  });

  it('selects one row if the last one is on another page', () => {
    const elsewhere = toggleRow(emptySelection, { id: 'f', rows: nextPage, isRange: false });
    expect(ids(toggle(elsewhere, 'c', true))).toEqual(['c', 'f']);
  });
});

describe('selecting a page', () => {
  it('adds it to the selection of other pages', () => {
    const both = toggleRows(toggleRows(emptySelection, rows), nextPage);
    expect(getSelectedCount(both, 100)).toBe(7);
    expect(ids(toggleRows(both, rows))).toEqual(['f', 'g']);
  });

  it('completes a partly selected page', () => {
    const part = toggle(emptySelection, 'b');
    expect(getPageSelectionState(part, rows)).toBe('some');
    expect(getPageSelectionState(toggleRows(part, rows), rows)).toBe('all');
    expect(getPageSelectionState(emptySelection, rows)).toBe('none');
  });
});

describe('all records of the list', () => {
  it('includes records that were not loaded', () => {
    expect(getSelectedCount(allSelected, 1234)).toBe(1234);
    expect(isSelected(allSelected, 'never seen')).toBe(true);
    expect(getPageSelectionState(allSelected, nextPage)).toBe('all');
  });

  it('becomes the visible rows without a deselected one', () => {
    expect(ids(toggle(allSelected, 'c'))).toEqual(['a', 'b', 'd', 'e']);
  });

  it('is cleared by the header', () => {
    expect(toggleRows(allSelected, rows)).toEqual(emptySelection);
  });
});
