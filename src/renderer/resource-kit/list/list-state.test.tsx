import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { invalidateResource } from '../query-client.ts';
import { useSteadyRows } from './list-state.tsx';

// @vitest-environment jsdom

type Row = { _id: string };

let root: Root;
let list: ReturnType<typeof useSteadyRows<Row>>;

const List = ({ ids, at }: { ids: readonly string[]; at: number }) => {
  const data = { data: ids.map((_id) => ({ _id })), total: ids.length };
  list = useSteadyRows({ data, dataUpdatedAt: at, isPlaceholderData: false }, '');
  return (
    <div data-steady>
      <button type="button">Row</button>
    </div>
  );
};

const show = (ids: readonly string[], at: number) => act(async () => root.render(<List ids={ids} at={at} />));
const shownIds = () => list.rows.map(({ _id }) => _id);

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers({ toFake: ['Date'], now: 1000 });
  const container = document.body.appendChild(document.createElement('div'));
  root = createRoot(container);
  await show(['a', 'b'], 900);
  container.querySelector('button')?.focus();
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.useRealTimers();
});

it('keeps rows in use when colleagues change the list', async () => {
  await show(['b'], 1001);
  expect(shownIds()).toEqual(['a', 'b']);
  expect(list.waiting.text).toBe('The list has changed – show');
});

it('shows an own change at once', async () => {
  void invalidateResource('faq');
  await show(['b'], 1001);
  expect(shownIds()).toEqual(['b']);
});

it('shows an own change although older rows are rendered after it', async () => {
  void invalidateResource('faq');
  await show(['a', 'b'], 999);
  await show(['b'], 1001);
  expect(shownIds()).toEqual(['b']);
});
