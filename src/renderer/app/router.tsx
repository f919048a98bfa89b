import type { ComponentType } from 'react';
import {
  createBrowserRouter,
  data,
  generatePath,
  Navigate,
  Outlet,
  type RouteObject,
  useLocation,
  useParams,
} from 'react-router-dom';
import { type RouteName, redirects, routes } from '#shared/routes.ts';
import { ComingPage } from './coming-page.tsx';
import { ErrorPage } from './error-page.tsx';
import { Shell } from './shell.tsx';
import { Waiting } from './waiting.tsx';

/** The screens that exist, each loaded when it is first opened. */
const screens: Partial<Record<RouteName, () => Promise<ComponentType>>> = {
  countryList: async () => (await import('../screens/country/country-list.tsx')).CountryList,
  regionList: async () => (await import('../screens/region/region-list.tsx')).RegionList,
  faqList: async () => (await import('../screens/faq/faq-list.tsx')).FaqList,
  faqDetail: async () => (await import('../screens/faq/faq-detail.tsx')).FaqDetail,
  faqAdd: async () => (await import('../screens/faq/faq-form.tsx')).FaqForm,
  faqEdit: async () => (await import('../screens/faq/faq-form.tsx')).FaqForm,
  categoryList: async () => (await import('../screens/category/category-list.tsx')).CategoryList,
  categoryAdd: async () => (await import('../screens/category/category-form.tsx')).CategoryForm,
  categoryEdit: async () => (await import('../screens/category/category-form.tsx')).CategoryForm,
};

const screenOf = (name: RouteName): Pick<RouteObject, 'Component' | 'lazy'> => {
  const load = screens[name];
  return load ? { lazy: async () => ({ Component: await load() }) } : { Component: ComingPage };
};

const Redirect = ({ to }: { to: string }) => {
  const { search } = useLocation();
  return <Navigate to={generatePath(to, useParams()) + search} replace />;
};

const routeNames = Object.keys(routes) as RouteName[];

const children: RouteObject[] = [
  { index: true, ...screenOf('userList') },
  ...routeNames.map((name) => ({ path: routes[name], ...screenOf(name) })),
  ...redirects.map(({ from, to }) => ({ path: from, element: <Redirect to={to} /> })),
  {
    path: '*',
    Component: Outlet,
    loader: () => {
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
