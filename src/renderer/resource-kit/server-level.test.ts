// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { http } from '../platform/http.ts';
import { isFullServer } from './server-level.ts';

vi.mock('./query-client.ts', async () => {
  const { QueryClient } = await import('@tanstack/react-query');
  return { queryClient: new QueryClient({ defaultOptions: { queries: { gcTime: 0 } } }) };
});

it('treats a server that returns a page as one that keeps only the specification', async () => {
  vi.spyOn(http, 'get').mockResolvedValue({ status: 200, data: '<!doctype html>' });
  expect(await isFullServer()).toBe(false);
});
