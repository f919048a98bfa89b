// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import type { SavedView } from '#shared/saved-views.ts';
import { initialPageSize, type ListParams } from '../list-params.ts';
import {
  changeView,
  createView,
  getViewColumns,
  hasUnsavedViewChanges,
  type ListPreferences,
  parsePreferences,
  removeView,
  resetView,
  setColumns,
  toViewSearch,
  toViewSearchParams,
  validateViewName,
} from './saved-views.ts';

vi.mock('../server-level.ts', () => ({ isFullServer: async () => false }));

const none: ListPreferences = { columns: {}, pinnedIds: [] };
const plain: ListParams = { pageIndex: 0, pageSize: 10, query: '', sort: null, filters: {} };
const filtered: ListParams = {
  pageIndex: 3,
  pageSize: 50,
  query: 'ink',
  sort: { field: 'name', direction: 'desc' },
  filters: { status: 'ACTIVE' },
};
const columns = { order: ['name', 'status'], hidden: ['status'] };

const inks: SavedView = {
  _id: '1',
  resource: 'product',
  name: 'Inks',
  search: toViewSearch(filtered),
  columns: null,
  isShared: false,
  ownerId: 'ada',
  ownerName: 'Ada',
  version: 1,
  createdAt: '',
  updatedAt: '',
};

describe('a view', () => {
  it('keeps everything but the page', () => {
    expect(toViewSearch(filtered)).toBe('pageSize=50&query=ink&sort=-name&status=ACTIVE');
    expect(toViewSearch(plain)).toBe('');
    expect(toViewSearchParams(inks, none).toString()).toBe('pageSize=50&query=ink&sort=-name&status=ACTIVE&view=1');
  });

  it('is edited in another state of the list', () => {
    expect(hasUnsavedViewChanges(none, inks, { ...filtered, pageIndex: 0 })).toBe(false);
    expect(hasUnsavedViewChanges(none, inks, { ...filtered, query: 'nib' })).toBe(true);
  });

  it('counts as unedited in a window whose page size it names', () => {
    const view = { ...inks, search: `query=ink&pageSize=${initialPageSize}` };
    const state = { ...plain, pageSize: initialPageSize, query: 'ink' };
    expect(hasUnsavedViewChanges(none, view, state)).toBe(false);
  });

  it('is edited with other columns until it is reset', () => {
    const chosen = setColumns(none, inks, columns);
    expect(getViewColumns(chosen, inks)).toEqual(columns);
    expect(getViewColumns(chosen, undefined)).toBeNull();
    expect(hasUnsavedViewChanges(chosen, inks, filtered)).toBe(true);
    expect(hasUnsavedViewChanges(resetView(chosen, inks), inks, filtered)).toBe(false);
  });

  it('shows the columns of the list once they are restored', () => {
    const view = { ...inks, columns };
    const reset = setColumns({ ...none, widths: { name: 20 } }, view, null);
    expect(reset.widths).toBeUndefined();
    expect(getViewColumns(reset, view)).toBeNull();
    expect(hasUnsavedViewChanges(reset, view, filtered)).toBe(true);
  });
});

it('names the list without a view in the address while there is a default view', () => {
  expect(toViewSearchParams(undefined, { ...none, defaultViewId: '1' }).toString()).toBe('view=all');
  expect(toViewSearchParams(undefined, none).toString()).toBe('');
});

it('needs a unique name', () => {
  expect(validateViewName([inks], '  ')).toBe('Enter a name');
  expect(validateViewName([inks], ' INKS ')).toBe('A view with this name already exists');
  expect(validateViewName([inks], 'Inks', '1')).toBeNull();
  expect(validateViewName([inks], 'Nibs')).toBeNull();
});

it.each(['', '{', '{"pinnedIds":[1]}', '{"widths":{"name":-1}}'])('ignores invalid settings: %s', (text) => {
  expect(parsePreferences(text)).toBeUndefined();
});

it('stays on this computer if the server keeps only the specification', async () => {
  const read = (): SavedView[] => JSON.parse(localStorage.getItem('views.') ?? '[]');
  const view = await createView({ ...inks, _id: undefined });
  await changeView(view, { name: 'Safe inks' });
  expect(read()).toMatchObject([{ name: 'Safe inks', search: inks.search, isShared: false }]);
  await removeView(view);
  expect(read()).toEqual([]);
  await createView(view);
  expect(read()).toMatchObject([{ _id: view._id, name: 'Inks' }]);
});
