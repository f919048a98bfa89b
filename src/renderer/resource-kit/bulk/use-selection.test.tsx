// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useSelection } from './selection.ts';

const pages = [
  ['a', 'b'],
  ['c', 'd'],
].map((ids) => ids.map((_id) => ({ _id, name: _id, version: 1, createdAt: '', updatedAt: '' })));

type Asked = { query?: string; filters?: Record<string, string>; pageIndex?: number };

let root: Root;
let current: ReturnType<typeof useSelection<(typeof pages)[number][number]>>;

const List = ({ query = '', filters = {}, pageIndex = 0 }: Asked) => {
  current = useSelection({
    getTitle: ({ name }) => name,
    state: { query, filters },
    rows: pages[pageIndex] ?? [],
    total: 4,
  });
  return null;
};

const show = (asked: Asked) => act(() => root.render(<List {...asked} />));
const toggle = (id: string) => {
  const row = pages.flat().find(({ _id }) => _id === id) ?? expect.fail('there is such a row');
  act(() => current.rowSelection.onToggle(row, { isRange: false }));
};

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  root = createRoot(document.createElement('div'));
  show({});
});
afterEach(() => act(() => root.unmount()));

it('keeps the selection of another page', () => {
  toggle('b');
  show({ pageIndex: 1 });
  expect(current.rowSelection.pageState).toBe('none');
  toggle('c');
  expect(current.count).toBe(2);
  show({ pageIndex: 0 });
  expect(current.rowSelection.pageState).toBe('some');
});

it.each<[string, Asked]>([
  ['another search', { query: 'ink' }],
  ['another filter', { filters: { status: 'ACTIVE' } }],
])('ends with %s', (_name, asked) => {
  toggle('a');
  show(asked);
  expect(current.count).toBe(0);
  show({});
  expect(current.count).toBe(0);
});

it('drops only records that no longer exist', () => {
  toggle('a');
  toggle('b');
  act(() => current.deselect('a'));
  expect([...current.selection.titlesById.keys()]).toEqual(['b']);
  act(() => current.deselect('c'));
  expect(current.count).toBe(1);
});

it('keeps rows that were selected during an action', () => {
  toggle('a');
  const handled = current.selection;
  const { deselectHandled } = current;
  toggle('b');
  act(() => deselectHandled(handled));
  expect([...current.selection.titlesById.keys()]).toEqual(['b']);
});

it('keeps both of two rows that are toggled at once', () => {
  const { onToggle } = current.rowSelection;
  act(() => {
    for (const row of pages[0] ?? []) onToggle(row, { isRange: false });
  });
  expect(current.count).toBe(2);
});

it('keeps a selection of another search after an action', () => {
  toggle('a');
  const { deselectHandled, selection } = current;
  show({ query: 'ink' });
  toggle('b');
  act(() => deselectHandled(selection));
  expect(current.count).toBe(1);
});

it('counts all records of the list if all are selected', () => {
  act(() => current.selectAll());
  expect(current.count).toBe(4);
  show({ pageIndex: 1 });
  expect(current.rowSelection.pageState).toBe('all');
  act(() => current.clear());
  expect(current.count).toBe(0);
});
