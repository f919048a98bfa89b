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
import { extraRoutes, redirectAttributeList, redirects } from '#shared/routes.ts';
import type { LoadScreen } from '../resource-kit/screens/resource-screens.ts';
import { whenIdle } from '../resource-kit/when-idle.ts';
import { screens } from '../screens/index.ts';
import { ErrorPage } from './error-page.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { Shell } from './shell/shell.tsx';

const lazyScreen = (load: LoadScreen): Pick<RouteObject, 'lazy'> => ({
  lazy: async () => ({ Component: await load() }),
});

const pages = screens.flatMap(({ resource, pages: ofResource }) => {
  const list = ofResource.find(({ path }) => path === resource.paths.list?.split('?')[0]);
  // A form leads back to its list, also while the server, which serves its code, is unreachable.
  const loadWithList = (load: LoadScreen) => async () => {
    const Screen = await load();
    if (list)
      void whenIdle()
        .then(list.load)
        .catch(() => undefined);
    return Screen;
  };
  return ofResource.map(({ path, load }) => ({
    path,
    load: load === list?.load ? load : loadWithList(load),
  }));
});

const Redirect = ({ to }: { to: string }) => {
  const { search } = useLocation();
  return <Navigate to={generatePath(to, useParams()) + search} replace />;
};

const children: RouteObject[] = [
  ...pages.slice(0, 1).map(({ load }): RouteObject => ({ index: true, ...lazyScreen(load) })),
  ...pages.map(({ path, load }) => ({ path, ...lazyScreen(load) })),
  {
    path: extraRoutes.home,
    ...lazyScreen(async () => (await import('../screens/home/home-page.tsx')).HomePage),
  },
  {
    path: extraRoutes.history,
    ...lazyScreen(async () => (await import('../screens/history/history-page.tsx')).HistoryPage),
  },
  {
    path: extraRoutes.compareVersions,
    ...lazyScreen(async () => (await import('../screens/history/compare-versions-page.tsx')).CompareVersionsPage),
  },
  {
    path: extraRoutes.trash,
    ...lazyScreen(async () => (await import('../screens/trash/trash-page.tsx')).TrashPage),
  },
  {
    path: extraRoutes.audit,
    ...lazyScreen(async () => (await import('../screens/audit/audit-page.tsx')).AuditPage),
  },
  {
    path: extraRoutes.account,
    ...lazyScreen(async () => (await import('../screens/account/account-page.tsx')).AccountPage),
  },
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
