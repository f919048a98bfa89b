import { describe, expect, it } from 'vitest';
import type { ListParams } from '../list-params.ts';
import {
  addView,
  findView,
  getViewColumns,
  hasUnsavedViewChanges,
  type ListPreferences,
  parsePreferences,
  removeView,
  saveView,
  setColumns,
  setDefaultView,
  toViewSearch,
  toViewSearchParams,
  validateViewName,
} from './saved-views.ts';

const none: ListPreferences = { views: [] };
const plain: ListParams = { pageIndex: 0, pageSize: 10, query: '', sort: null, filters: {} };
const filtered: ListParams = {
  pageIndex: 3,
  pageSize: 50,
  query: 'ink',
  sort: { field: 'name', direction: 'desc' },
  filters: { status: 'ACTIVE' },
};
const columns = { order: ['name', 'status'], hidden: ['status'] };

const withView = addView(none, { id: '1', name: 'Inks', state: filtered, source: undefined });
const inks = () => findView(withView, '1') ?? expect.fail('the view was added');

describe('a view', () => {
  it('keeps everything but the page', () => {
    expect(toViewSearch(filtered)).toBe('pageSize=50&query=ink&sort=-name&status=ACTIVE');
    expect(toViewSearch(plain)).toBe('');
    expect(toViewSearchParams(inks(), withView).toString()).toBe(
      'pageSize=50&query=ink&sort=-name&status=ACTIVE&view=1',
    );
  });

  it('is edited until its changes are saved', () => {
    expect(hasUnsavedViewChanges(inks(), { ...filtered, pageIndex: 0 })).toBe(false);
    const other = { ...filtered, query: 'nib' };
    expect(hasUnsavedViewChanges(inks(), other)).toBe(true);
    const saved = findView(saveView(withView, inks(), other), '1');
    expect(saved && hasUnsavedViewChanges(saved, other)).toBe(false);
  });

  it('has its own columns', () => {
    const chosen = setColumns(withView, inks(), columns);
    const view = findView(chosen, '1');
    expect(getViewColumns(chosen, view)).toEqual(columns);
    expect(getViewColumns(chosen, undefined)).toBeUndefined();
    expect(view && hasUnsavedViewChanges(view, filtered)).toBe(true);
    const saved = view && saveView(chosen, view, filtered);
    expect(saved && findView(saved, '1')).toMatchObject({ columns, draft: undefined });
  });

  it('copies the columns of the view it was made from', () => {
    const chosen = setColumns(withView, inks(), columns);
    const both = addView(chosen, { id: '2', name: 'Nibs', state: plain, source: findView(chosen, '1') });
    expect(findView(both, '2')?.columns).toEqual(columns);
    expect(getViewColumns(both, findView(both, '1'))).toBeUndefined();
  });

  it('is no longer the default once it is deleted', () => {
    const opened = setDefaultView(withView, '1');
    expect(toViewSearchParams(undefined, opened).toString()).toBe('view=all');
    const removed = removeView(opened, inks());
    expect(removed).toEqual({ views: [], defaultViewId: undefined });
    expect(toViewSearchParams(undefined, removed).toString()).toBe('');
  });
});

it('needs a unique name', () => {
  expect(validateViewName(withView, '  ')).toBe('Enter a name');
  expect(validateViewName(withView, ' INKS ')).toBe('A view with this name already exists');
  expect(validateViewName(withView, 'Inks', inks())).toBeNull();
  expect(validateViewName(withView, 'Nibs')).toBeNull();
});

it('reads settings from before there were views', () => {
  expect(parsePreferences(JSON.stringify({ columns }))).toEqual({ columns, views: [] });
});
