import { describe, expect, it } from 'vitest';
import { initialPageSize, type ListParams } from '../list-params.ts';
import {
  addView,
  findView,
  getViewColumns,
  hasUnsavedViewChanges,
  type ListPreferences,
  moveToOwn,
  moveToShared,
  parsePreferences,
  removeView,
  saveView,
  setColumns,
  togglePin,
  toViewSearch,
  toViewSearchParams,
  validateViewName,
  withSharedViews,
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
    expect(hasUnsavedViewChanges(withView, inks(), { ...filtered, pageIndex: 0 })).toBe(false);
    const other = { ...filtered, query: 'nib' };
    expect(hasUnsavedViewChanges(withView, inks(), other)).toBe(true);
    const saved = saveView(withView, inks(), other);
    const view = findView(saved, '1');
    expect(view && hasUnsavedViewChanges(saved, view, other)).toBe(false);
  });

  it('has its own columns', () => {
    const chosen = setColumns(withView, inks(), columns);
    const view = findView(chosen, '1');
    expect(getViewColumns(chosen, view)).toEqual(columns);
    expect(getViewColumns(chosen, undefined)).toBeUndefined();
    expect(view && hasUnsavedViewChanges(chosen, view, filtered)).toBe(true);
    const saved = view && saveView(chosen, view, filtered);
    expect(saved).toMatchObject({ views: [{ columns }], drafts: {} });
  });

  it('copies the columns of the view it was made from', () => {
    const chosen = setColumns(withView, inks(), columns);
    const both = addView(chosen, { id: '2', name: 'Nibs', state: plain, source: findView(chosen, '1') });
    expect(findView(both, '2')?.columns).toEqual(columns);
    expect(getViewColumns(both, findView(both, '1'))).toBeUndefined();
  });

  it('is no longer the default once it is deleted', () => {
    const opened = { ...withView, defaultViewId: '1' };
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

it.each(['', '{', '{"views":[{"id":1}]}', '{"widths":{"name":-1}}'])('ignores invalid settings: %s', (text) => {
  expect(parsePreferences(text)).toBeUndefined();
});

describe('a shared view', () => {
  const shared = { ownerName: 'Ada', isOwn: true, canChange: true, version: 1 };
  const onServer = { ...inks(), id: 'S', shared };
  const pinned = togglePin({ ...setColumns(withView, inks(), columns), defaultViewId: '1' }, '1');
  const own = findView(pinned, '1') ?? expect.fail('the view was kept');

  it('stays pinned, default and edited when it is shared', () => {
    const moved = moveToShared(pinned, own, 'S');
    expect(moved).toMatchObject({ views: [], defaultViewId: 'S', pinnedIds: ['S'] });
    const all = withSharedViews(moved, [onServer]);
    expect(getViewColumns(all, findView(all, 'S'))).toEqual(columns);
    expect(parsePreferences(JSON.stringify(moved))).toEqual(JSON.parse(JSON.stringify(moved)));
  });

  it('stays pinned, default and edited when it is no longer shared', () => {
    const moved = moveToShared(pinned, own, 'S');
    const view = findView(withSharedViews(moved, [onServer]), 'S') ?? expect.fail('the view was shared');
    expect(moveToOwn(moved, view, '2')).toMatchObject({
      defaultViewId: '2',
      pinnedIds: ['2'],
      drafts: { 2: { columns } },
      views: [{ id: '2', name: 'Inks', search: inks().search }],
    });
  });

  it('counts as unedited in a window whose page size it names', () => {
    const view = { ...onServer, search: `query=ink&pageSize=${initialPageSize}` };
    const state = { ...plain, pageSize: initialPageSize, query: 'ink' };
    expect(hasUnsavedViewChanges(none, view, state)).toBe(false);
  });

  it('resets the widths of the list together with its columns', () => {
    const chosen = { ...setColumns(none, onServer, columns), widths: { name: 20 } };
    const reset = setColumns(chosen, onServer, undefined);
    expect(reset.widths).toBeUndefined();
    const all = withSharedViews(reset, [{ ...onServer, columns }]);
    expect(getViewColumns(all, findView(all, 'S'))).toBeUndefined();
  });
});
