import { describe, expect, it } from 'vitest';
import type { ListParams } from '../list-state.ts';
import {
  addView,
  chooseColumns,
  columnsOf,
  findView,
  isChanged,
  type ListPreferences,
  nameProblem,
  preferencesSchema,
  removeView,
  saveView,
  searchOf,
  setDefaultView,
  toAddress,
} from './list-views.ts';

const none: ListPreferences = { views: [] };
const plain: ListParams = { pageIndex: 0, pageSize: 10, query: '', sort: null, filters: {} };
const narrowed: ListParams = {
  pageIndex: 3,
  pageSize: 50,
  query: 'ink',
  sort: { field: 'name', direction: 'desc' },
  filters: { status: 'ACTIVE' },
};
const columns = { order: ['name', 'status'], hidden: ['status'] };

const withView = addView(none, { id: '1', name: 'Inks', state: narrowed, from: undefined });
const inks = () => findView(withView, '1') ?? expect.fail('the view was added');

describe('a view', () => {
  it('keeps search, filters, sort and page size, but no page', () => {
    expect(searchOf(narrowed)).toBe('pageSize=50&query=ink&sort=-name&status=ACTIVE');
    expect(searchOf(plain)).toBe('');
    expect(toAddress(inks(), withView).toString()).toBe(
      'pageSize=50&query=ink&sort=-name&status=ACTIVE&view=1',
    );
  });

  it('counts as changed once something else is asked for, until that is saved', () => {
    expect(isChanged(inks(), { ...narrowed, pageIndex: 0 })).toBe(false);
    const other = { ...narrowed, query: 'nib' };
    expect(isChanged(inks(), other)).toBe(true);
    const saved = findView(saveView(withView, inks(), other), '1');
    expect(saved && isChanged(saved, other)).toBe(false);
  });

  it('has columns of its own, which change nothing outside it and count as a change', () => {
    const chosen = chooseColumns(withView, inks(), columns);
    const view = findView(chosen, '1');
    expect(columnsOf(chosen, view)).toEqual(columns);
    expect(columnsOf(chosen, undefined)).toBeUndefined();
    expect(view && isChanged(view, narrowed)).toBe(true);
    const saved = view && saveView(chosen, view, narrowed);
    expect(saved && findView(saved, '1')).toMatchObject({ columns, draft: undefined });
  });

  it('takes the columns along that it was made from, and leaves the other as it was saved', () => {
    const chosen = chooseColumns(withView, inks(), columns);
    const both = addView(chosen, { id: '2', name: 'Nibs', state: plain, from: findView(chosen, '1') });
    expect(findView(both, '2')?.columns).toEqual(columns);
    expect(columnsOf(both, findView(both, '1'))).toBeUndefined();
  });

  it('is the default no more once it is deleted', () => {
    const opened = setDefaultView(withView, '1');
    expect(toAddress(undefined, opened).toString()).toBe('view=all');
    const removed = removeView(opened, inks());
    expect(removed).toEqual({ views: [], defaultViewId: undefined });
    expect(toAddress(undefined, removed).toString()).toBe('');
  });
});

it('has a name, and one that no other view of the list has', () => {
  expect(nameProblem(withView, '  ')).toBe('Enter a name');
  expect(nameProblem(withView, ' INKS ')).toBe('A view with this name already exists');
  expect(nameProblem(withView, 'Inks', inks())).toBeNull();
  expect(nameProblem(withView, 'Nibs')).toBeNull();
});

it('reads what was kept before there were views', () => {
  expect(preferencesSchema.parse({ columns })).toEqual({ columns, views: [] });
});
