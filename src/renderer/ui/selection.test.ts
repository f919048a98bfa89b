import { describe, expect, it } from 'vitest';
import type { Selection } from './selection.ts';
import * as selections from './selection.ts';

const rows = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, title: id.toUpperCase() }));
const nextPage = ['f', 'g'].map((id) => ({ id, title: id.toUpperCase() }));

const toggle = (selection: Selection, id: string, isRange = false) =>
  selections.toggleRow(selection, { id, rows, isRange });
const ids = ({ titlesById }: Selection) => [...titlesById.keys()].sort();

describe('selecting rows', () => {
  it('toggles a row', () => {
    const one = toggle(selections.emptySelection, 'b');
    expect([...one.titlesById]).toEqual([['b', 'B']]);
    expect(ids(toggle(one, 'b'))).toEqual([]);
  });

  it('selects a range in both directions', () => {
    expect(ids(toggle(toggle(selections.emptySelection, 'b'), 'd', true))).toEqual(['b', 'c', 'd']);
    expect(ids(toggle(toggle(selections.emptySelection, 'd'), 'b', true))).toEqual(['b', 'c', 'd']);
  });

  it('deselects a range that began with a deselected row', () => {
    const all = selections.toggleRows(selections.emptySelection, rows);
    expect(ids(toggle(toggle(all, 'b'), 'd', true))).toEqual(['a', 'e']);
  });

  it('selects one row if the last one is on another page', () => {
    const elsewhere = selections.toggleRow(selections.emptySelection, {
      id: 'f',
      rows: nextPage,
      isRange: false,
    });
    expect(ids(toggle(elsewhere, 'c', true))).toEqual(['c', 'f']);
  });
});

describe('selecting a page', () => {
  it('adds it to the selection of other pages', () => {
    const both = selections.toggleRows(selections.toggleRows(selections.emptySelection, rows), nextPage);
    expect(selections.getSelectedCount(both, 100)).toBe(7);
    expect(ids(selections.toggleRows(both, rows))).toEqual(['f', 'g']);
  });

  it('completes a partly selected page', () => {
    const part = toggle(selections.emptySelection, 'b');
    expect(selections.getPageSelectionState(part, rows)).toBe('some');
    expect(selections.getPageSelectionState(selections.toggleRows(part, rows), rows)).toBe('all');
    expect(selections.getPageSelectionState(selections.emptySelection, rows)).toBe('none');
  });
});

describe('all records of the list', () => {
  it('includes records that were not loaded', () => {
    expect(selections.getSelectedCount(selections.allSelected, 1234)).toBe(1234);
    expect(selections.isSelected(selections.allSelected, 'never seen')).toBe(true);
    expect(selections.getPageSelectionState(selections.allSelected, nextPage)).toBe('all');
  });

  it('becomes the visible rows without a deselected one', () => {
    expect(ids(toggle(selections.allSelected, 'c'))).toEqual(['a', 'b', 'd', 'e']);
  });

  it('is cleared by the header', () => {
    expect(selections.toggleRows(selections.allSelected, rows)).toEqual(selections.emptySelection);
  });
});

describe('deselecting after an action', () => {
  it('drops only records that no longer exist', () => {
    const two = toggle(toggle(selections.emptySelection, 'a'), 'b');
    expect(ids(selections.deselectRow(selections.deselectRow(two, 'a'), 'c'))).toEqual(['b']);
  });

  it('keeps rows that were selected meanwhile', () => {
    const handled = toggle(selections.emptySelection, 'a');
    expect(ids(selections.deselectHandled(toggle(handled, 'b'), handled))).toEqual(['b']);
  });
});
