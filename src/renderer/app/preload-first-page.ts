import { matchRoutes } from 'react-router-dom';
import { router } from './router.tsx';
import { readStartPage } from './start-page.ts';

/** Loads the code of the page that a login opens. */
export const preloadFirstPage = async (): Promise<void> => {
  const { pathname, search } = window.location;
  const path = pathname === '/' && search === '' ? readStartPage() : pathname;
  const lazy = matchRoutes(router.routes, path)?.at(-1)?.route.lazy;
  if (typeof lazy === 'function') await lazy();
};
