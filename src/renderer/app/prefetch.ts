import { listQuery } from '../resource-kit/hooks.ts';
import { parseListParams } from '../resource-kit/list-params.ts';
import { queryClient } from '../resource-kit/query-client.ts';
import { findPage, pages } from './pages.ts';

/** Passing over a link takes less time than pointing at it. */
const delayMs = 60;

/** Rows that are at most this old aren't fetched again. */
const staleTime = 10_000;

/** Loads the rows of a list. A failure is reported when the list opens. */
export const prefetchRows = (to: string): void => {
  const { pathname, searchParams } = new URL(to, window.location.origin);
  const resource = findPage(pathname)?.resource;
  if (!resource || resource.isSingleton || resource.paths.list?.split('?')[0] !== pathname) return;
  const query = listQuery(resource, parseListParams(resource, searchParams));
  void queryClient.prefetchQuery({ ...query, staleTime });
};

/** Loads the code of a page, and the rows of a list. */
const prefetch = (to: string): void => {
  const { pathname } = new URL(to);
  void findPage(pathname)
    ?.load()
    .catch(() => undefined);
  prefetchRows(to);
};

/** Loads the code of all lists, one after the other, so that they open offline. A failed one is loaded when it opens. */
export const prefetchLists = async (): Promise<void> => {
  for (const { path, resource, load } of pages) if (path === resource?.paths.list) await load().catch(() => undefined);
};

/** Prefetches the page behind a link while the pointer or the focus rests on it. Returns a function that stops it. */
export const prefetchPages = (): (() => void) => {
  let timer: number | undefined;
  const start = ({ target }: Event) => {
    window.clearTimeout(timer);
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (link?.origin === window.location.origin) timer = window.setTimeout(() => prefetch(link.href), delayMs);
  };
  const listening = new AbortController();
  for (const event of ['pointerover', 'focusin']) {
    document.addEventListener(event, start, { signal: listening.signal, passive: true });
  }
  return () => {
    listening.abort();
    window.clearTimeout(timer);
  };
};
