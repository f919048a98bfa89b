// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { faq } from '#shared/resources/faq.ts';
import { emptySelection, useSelection } from '../../ui/selection.ts';
import { queryClient } from '../query-client.ts';
import { useBulkChange } from './bulk-bar.tsx';
import { confirmOperation } from './bulk-change.tsx';

vi.mock('./bulk-change.tsx', () => ({ confirmOperation: vi.fn(), runInBulk: vi.fn() }));
vi.mock('../errors.ts', () => ({ reportError: vi.fn() }));

let bulk: ReturnType<typeof useBulkChange>;

const List = () => {
  bulk = useBulkChange(faq, useSelection({ query: '', filters: {} }));
  return null;
};

it('can be started again after an unexpected error', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  queryClient.setQueryData(['server'], { isFull: true, sendsMail: false });
  const root = createRoot(document.createElement('div'));
  act(() =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <List />
      </QueryClientProvider>,
    ),
  );
  vi.mocked(confirmOperation).mockRejectedValueOnce(new Error('unexpected')).mockResolvedValue(null);
  const action = { label: 'Delete', getQuestion: String, change: { action: 'delete' } } as const;
  const params = { pageIndex: 0, pageSize: 10, query: '', sort: null, filters: {} };
  for (const _attempt of [1, 2]) {
    await act(() => bulk.run(action, { selection: emptySelection, params }).catch(() => {}));
  }
  expect(confirmOperation).toHaveBeenCalledTimes(2);
  act(() => root.unmount());
});
