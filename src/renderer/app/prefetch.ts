import { useEffect, useRef } from 'react';
import { listQuery } from '../resource-kit/hooks.ts';
import { parseListParams } from '../resource-kit/list-params.ts';
import { queryClient } from '../resource-kit/query-client.ts';
import { screens } from '../screens/index.ts';

/** Passing over a link takes less time than pointing at it. */
const delayMs = 60;

/** Rows that are at most this old aren't fetched again. */
const staleTime = 10_000;

/** Loads the code and the rows of a list. A failure is reported when the list opens. */
const prefetch = (to: string): void => {
  const { pathname, searchParams } = new URL(to, window.location.origin);
  const owner = screens.find(({ pages }) => pages.some(({ path }) => path === pathname));
  if (!owner) return;
  const { resource, pages } = owner;
  void pages
    .find(({ path }) => path === pathname)
    ?.load()
    .catch(() => undefined);
  if (resource.isSingleton || resource.paths.list?.split('?')[0] !== pathname) return;
  const query = listQuery(resource, parseListParams(resource, searchParams));
  void queryClient.prefetchQuery({ ...query, staleTime });
};

/** Handlers that prefetch the list behind a link while the pointer or the focus rests on it. */
export const usePrefetch = (to: string) => {
  const timer = useRef<number>(undefined);
  const cancel = () => window.clearTimeout(timer.current);
  const start = () => {
    cancel();
    timer.current = window.setTimeout(() => prefetch(to), delayMs);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return { onMouseEnter: start, onMouseLeave: cancel, onFocus: start, onBlur: cancel };
};
