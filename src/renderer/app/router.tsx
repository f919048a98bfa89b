import {
  createBrowserRouter,
  data,
  generatePath,
  Navigate,
  Outlet,
  type RouteObject,
  redirect,
  useLocation,
  useParams,
} from 'react-router-dom';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { redirectAttributeList, redirects } from '#shared/routes.ts';
import type { LoadScreen } from '../resource-kit/declared-screens.ts';
import { whenIdle } from '../resource-kit/when-idle.ts';
import { LoadingScreen } from './auth/auth-layout.tsx';
import { ErrorPage } from './error-page.tsx';
import { findPage, pages } from './pages.ts';
import { Shell } from './shell/shell.tsx';

/** A form leads back to its list, also while the server, which serves its code, is unreachable. */
const preloadList = async ({ paths }: Resource): Promise<void> => {
  await whenIdle();
  await findPage(paths.list ?? '')?.load();
};

const lazyScreen = (load: LoadScreen, resource?: Resource): Pick<RouteObject, 'lazy'> => ({
  lazy: async () => {
    const Component = await load();
    if (resource) preloadList(resource).catch(() => undefined);
    return { Component };
  },
});

const Redirect = ({ to }: { to: string }) => {
  const { search } = useLocation();
  return <Navigate to={generatePath(to, useParams()) + search} replace />;
};

const children: RouteObject[] = [
  ...pages.slice(0, 1).map(({ load }): RouteObject => ({ index: true, ...lazyScreen(load) })),
  ...pages.map(({ path, load, resource }) => ({ path, ...lazyScreen(load, resource) })),
  ...redirects.map(({ from, to }) => ({ path: from, element: <Redirect to={to} /> })),
  {
    path: '*',
    Component: Outlet,
    loader: ({ request }) => {
      const { pathname, search } = new URL(request.url);
      const replacement = redirectAttributeList(pathname);
      if (replacement !== null) return redirect(replacement + search);
      throw data(null, { status: 404, statusText: 'Not Found' });
    },
  },
];

export const router = createBrowserRouter([
  {
    Component: Shell,
    ErrorBoundary: ErrorPage,
    HydrateFallback: () => <LoadingScreen />,
    children: [{ ErrorBoundary: ErrorPage, children }],
  },
]);
