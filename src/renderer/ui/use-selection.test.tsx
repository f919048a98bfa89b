// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { allSelected, deselectHandled, type SelectionStore, useSelection } from './selection.ts';

type Search = Parameters<typeof useSelection>[0];

let store: SelectionStore;

const List = (search: Search) => {
  store = useSelection(search);
  return null;
};

const all: Search = { query: '', filters: {} };

const createList = () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const root = createRoot(document.createElement('div'));
  return (search: Search) => act(() => root.render(<List {...search} />));
};

it.each<[string, Search]>([
  ['another search', { ...all, query: 'ink' }],
  ['another filter', { ...all, filters: { status: 'ACTIVE' } }],
])('ends with %s', (_name, search) => {
  const show = createList();
  show(all);
  store.setState(allSelected);
  show({ ...all });
  expect(store.getState().isAll).toBe(true);
  show(search);
  expect(store.getState().isAll).toBe(false);
  show(all);
  expect(store.getState().isAll).toBe(false);
});

it('keeps a selection of another search when an action on the previous one ends', () => {
  const show = createList();
  show(all);
  const before = store;
  const handled = before.getState();
  show({ ...all, query: 'ink' });
  store.setState(allSelected);
  before.setState((current) => deselectHandled(current, handled));
  expect(store.getState()).toEqual(allSelected);
});
