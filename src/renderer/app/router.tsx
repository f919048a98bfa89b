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
import { furtherRoutes, type RouteName, redirectAttributeList, redirects, routes } from '#shared/routes.ts';
import { Waiting } from './entry/waiting.tsx';
import { ErrorPage } from './error-page.tsx';
import { furtherScreens, screens } from './screens.ts';
import { Shell } from './shell/shell.tsx';

const screenOf = (name: RouteName): Pick<RouteObject, 'lazy'> => ({
  lazy: async () => ({ Component: await screens[name]() }),
});

const Redirect = ({ to }: { to: string }) => {
  const { search } = useLocation();
  return <Navigate to={generatePath(to, useParams()) + search} replace />;
};

const routeNames = Object.keys(routes) as RouteName[];

const children: RouteObject[] = [
  { index: true, ...screenOf('userList') },
  ...routeNames.map((name) => ({ path: routes[name], ...screenOf(name) })),
  { path: furtherRoutes.history, lazy: async () => ({ Component: await furtherScreens.history() }) },
  { path: furtherRoutes.trash, lazy: async () => ({ Component: await furtherScreens.trash() }) },
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
    HydrateFallback: () => <Waiting />,
    children: [{ ErrorBoundary: ErrorPage, children }],
  },
]);
