import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
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
import listClasses from '../resource-kit/list/list-page.module.css';
import { useIsFullServer } from '../resource-kit/server-level.ts';
import { useCan } from '../resource-kit/session-store.ts';
import { whenIdle } from '../resource-kit/when-idle.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState } from '../ui/states.tsx';
import { LoadingScreen } from './auth/auth-layout.tsx';
import { ErrorPage } from './error-page.tsx';
import { findPage, pages } from './pages.ts';
import { Shell } from './shell/shell.tsx';

/** A form leads back to its list, also while the server, which serves its code, is unreachable. */
const preloadList = async ({ paths }: Resource): Promise<void> => {
  await whenIdle();
  await findPage(paths.list ?? '')?.load();
};

/** Says why a server or a user doesn't have a page. */
const Available = ({ title, reads = '', children }: { title: string; reads?: string; children: ReactNode }) => {
  const isMissing = useIsFullServer() === false;
  const isForbidden = !useCan(reads)('read') && reads !== '';
  if (!isMissing && !isForbidden) return children;
  const reason = isMissing ? `${title} isn’t available on this server` : 'You don’t have permission to view this page';
  return (
    <div className={listClasses.page}>
      <PageHeader title={title} />
      <EmptyState icon={IconLock} title={reason} />
    </div>
  );
};

const lazyScreen = ({ load, resource, title, reads }: (typeof pages)[number]): Pick<RouteObject, 'lazy'> => ({
  lazy: async () => {
    const Screen = await load();
    if (resource) preloadList(resource).catch(() => undefined);
    if (title === undefined) return { Component: Screen };
    return {
      element: (
        <Available title={title} reads={reads}>
          <Screen />
        </Available>
      ),
    };
  },
});

const Redirect = ({ to }: { to: string }) => {
  const { search } = useLocation();
  return <Navigate to={generatePath(to, useParams()) + search} replace />;
};

const children: RouteObject[] = [
  ...pages.slice(0, 1).map((page): RouteObject => ({ index: true, ...lazyScreen({ ...page, resource: undefined }) })),
  ...pages.map((page) => ({ path: page.path, ...lazyScreen(page) })),
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
