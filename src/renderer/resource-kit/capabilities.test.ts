import { expect, it, vi } from 'vitest';
import { hasCapability } from './capabilities.ts';
import { request } from './client.ts';

vi.mock('./client.ts', () => ({ request: vi.fn() }));
vi.mock('./query-client.ts', async () => {
  const { QueryClient } = await import('@tanstack/react-query');
  return { queryClient: new QueryClient({ defaultOptions: { queries: { gcTime: 0 } } }) };
});

it('treats a server that returns a page as one without capabilities', async () => {
  vi.mocked(request).mockResolvedValue('<!doctype html>');
  expect(await hasCapability('history')).toBe(false);
});
