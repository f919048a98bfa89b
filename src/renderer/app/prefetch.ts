import { useEffect, useRef } from 'react';
import { listQuery } from '../resource-kit/hooks.ts';
import { parseListParams } from '../resource-kit/list-params.ts';
import { queryClient } from '../resource-kit/query-client.ts';
import { screens } from '../screens/index.ts';

/** Passing over a link takes less time than pointing at it. */
const delayMs = 60;

/** Rows that are at most this old aren't fetched again. */
const staleTime = 10_000;

const findOwner = (pathname: string) =>
  screens.find(({ pages }) => pages.some(({ path }) => path === pathname));

/** Loads the rows of a list. A failure is reported when the list opens. */
export const prefetchRows = (to: string): void => {
  const { pathname, searchParams } = new URL(to, window.location.origin);
  const resource = findOwner(pathname)?.resource;
  if (!resource || resource.isSingleton || resource.paths.list?.split('?')[0] !== pathname) return;
  const query = listQuery(resource, parseListParams(resource, searchParams));
  void queryClient.prefetchQuery({ ...query, staleTime });
};

/** Loads the code and the rows of a list. */
const prefetch = (to: string): void => {
  const { pathname } = new URL(to, window.location.origin);
  const page = findOwner(pathname)?.pages.find(({ path }) => path === pathname);
  void page?.load().catch(() => undefined);
  prefetchRows(to);
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
