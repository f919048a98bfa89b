import { QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { invalidateResource, queryClient, queryKeys } from './query-client.ts';

// @vitest-environment jsdom

it('ignores responses to requests from before the invalidation', async () => {
  let response = (_text: string) => {};
  const first = new Promise<string>((resolve) => {
    response = resolve;
  });
  const responses = [first, Promise.resolve('after the write')];
  const shown = new QueryObserver(queryClient, {
    queryKey: queryKeys.list('faq', {}),
    queryFn: () => responses.shift() ?? '',
  });
  const stop = shown.subscribe(() => undefined);
  const isRefetched = invalidateResource('faq');
  response('before the write');
  await isRefetched;
  expect(shown.getCurrentResult().data).toBe('after the write');
  stop();
});
