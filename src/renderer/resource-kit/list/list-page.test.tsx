// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { notifyManager, QueryClientProvider } from '@tanstack/react-query';
import { act, type ComponentProps } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { faq } from '#shared/resources/faq.ts';
import { parseListParams } from '../list-params.ts';
import { queryClient, queryKeys } from '../query-client.ts';
import { setSession } from '../session-store.ts';
import { createListColumns } from './columns.tsx';
import { ListPage } from './list-page.tsx';

const buttons = vi.hoisted(() => ({ rendered: 0 }));

vi.mock('../../ui/icon-button.tsx', async (load) => {
  const original = await load<typeof import('../../ui/icon-button.tsx')>();
  const IconButton = (props: ComponentProps<typeof original.IconButton>) => {
    buttons.rendered += 1;
    return <original.IconButton {...props} />;
  };
  return { ...original, IconButton };
});

const column = createListColumns(faq);
const columns = [column.rowNumber(), column.field('name'), column.field('status'), column.actions()];

const rows = Array.from({ length: 100 }, (_, index) => ({
  _id: `faq-${index}`,
  name: `Question ${index}`,
  version: 1,
}));

const stubBrowser = () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
      unobserve() {}
    },
  );
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
};

const params = parseListParams(faq, new URLSearchParams('pageSize=100'));
const listKey = queryKeys.list(faq.name, params);

let root: Root;
let container: HTMLElement;

beforeEach(async () => {
  stubBrowser();
  notifyManager.setScheduler(queueMicrotask);
  const session = {
    userId: 'me',
    role: 'ADMIN' as const,
    user: { _id: 'me', name: 'Me', email: '', phone: '' },
  };
  setSession({ state: 'signedIn', session });
  queryClient.setDefaultOptions({ queries: { staleTime: Number.POSITIVE_INFINITY, persister: undefined } });
  queryClient.setQueryData(['server'], { isFull: true, sendsMail: false });
  queryClient.setQueryData(listKey, { data: rows, total: rows.length });
  container = document.body.appendChild(document.createElement('div'));
  root = createRoot(container);
  const router = createMemoryRouter([{ path: '*', element: <ListPage resource={faq} columns={columns} /> }], {
    initialEntries: ['/FAQ/List?pageSize=100'],
  });
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <MantineProvider>
          <RouterProvider router={router} />
        </MantineProvider>
      </QueryClientProvider>,
    ),
  );
  expect(buttons.rendered).toBeGreaterThan(200);
  buttons.rendered = 0;
});
afterEach(() => act(async () => root.unmount()));

it('renders no cell again when a row is selected', async () => {
  const checkboxes = container.querySelectorAll<HTMLInputElement>('tbody input[aria-label^="Select "]');
  await act(async () => checkboxes[3]?.click());
  expect(container.textContent).toContain('1 selected');
  // The button that clears the selection.
  expect(buttons.rendered).toBe(1);
});

it('renders the cells of a single row again when its record changes', async () => {
  const changed = rows.map((row, index) => (index === 3 ? { ...row, name: 'Changed' } : row));
  await act(async () => queryClient.setQueryData(listKey, { data: changed, total: rows.length }));
  expect(container.textContent).toContain('Changed');
  expect(buttons.rendered).toBeLessThan(5);
});
