import { IconHome, IconShieldSearch, IconTrash, IconUserCircle, IconWorldWww } from '@tabler/icons-react';
import { matchPath } from 'react-router-dom';
import { audit } from '#shared/audit.ts';
import { can } from '#shared/permissions.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { catalogue } from '#shared/resources/catalogue.ts';
import { product } from '#shared/resources/product.ts';
import { extraRoutes, pageTitles } from '#shared/routes.ts';
import type { LoadScreen, MenuEntry, ResourceScreens } from '../resource-kit/declared-screens.ts';
import { useIsFullServer } from '../resource-kit/server-level.ts';
import { useSession } from '../resource-kit/session-store.ts';
import { mainScreens, mediaScreens, ownScreens, screenGroups, screens } from '../screens/index.ts';

/** A page with a `title` is one beyond those of resources, for our servers and for users who may read `reads`. */
type Page = { path: string; load: LoadScreen; resource?: Resource; title?: string; reads?: string };

/** An entry in the sidebar, the avatar menu, the palette or the list of start pages. It is active on its `paths`. */
export type NavigationItem = MenuEntry & { to: string; paths: readonly string[]; resource?: Resource };

/** Those of an `owner` belong to its entry in the sidebar. */
const extraPages: readonly (Page & { title: string; menu?: Omit<MenuEntry, 'label'>; owner?: Resource })[] = [
  {
    path: extraRoutes.home,
    title: pageTitles.home,
    load: async () => (await import('../screens/home/home-page.tsx')).HomePage,
    menu: { icon: IconHome },
  },
  {
    path: extraRoutes.account,
    title: pageTitles.account,
    load: async () => (await import('../screens/account/account-page.tsx')).AccountPage,
    menu: { icon: IconUserCircle, keywords: ['profile', 'password', 'two-factor', 'passkeys', 'sessions'] },
  },
  {
    path: extraRoutes.trash,
    title: pageTitles.trash,
    load: async () => (await import('../screens/trash/trash-page.tsx')).TrashPage,
    menu: { icon: IconTrash },
  },
  {
    path: extraRoutes.audit,
    title: pageTitles.audit,
    load: async () => (await import('../screens/audit/audit-page.tsx')).AuditPage,
    menu: { icon: IconShieldSearch },
    reads: audit.name,
  },
  {
    path: extraRoutes.website,
    title: pageTitles.website,
    load: async () => (await import('../screens/website/website-page.tsx')).WebsitePage,
    menu: { icon: IconWorldWww, keywords: ['site', 'api', 'read tokens', 'cors'] },
    reads: 'website',
  },
  {
    path: extraRoutes.makeCatalogue,
    title: pageTitles.makeCatalogue,
    load: async () => (await import('../screens/catalogue/make-catalogue-page.tsx')).MakeCataloguePage,
    owner: catalogue,
  },
  {
    path: extraRoutes.catalogueChanges,
    title: pageTitles.catalogueChanges,
    load: async () => (await import('../screens/catalogue/catalogue-changes-page.tsx')).CatalogueChangesPage,
    owner: catalogue,
  },
  {
    path: extraRoutes.printLabels,
    title: pageTitles.printLabels,
    load: async () => (await import('../screens/catalogue/print-labels-page.tsx')).PrintLabelsPage,
    owner: product,
  },
  {
    path: extraRoutes.history,
    title: 'History',
    load: async () => (await import('../screens/history/history-page.tsx')).HistoryPage,
  },
  {
    path: extraRoutes.compareVersions,
    title: 'Compare versions',
    load: async () => (await import('../screens/history/compare-versions-page.tsx')).CompareVersionsPage,
  },
];

/** All pages, for the router and for prefetching. The first one is also the page at `/`. */
export const pages: readonly Page[] = [
  ...screens.flatMap((owner) =>
    owner.pages.map(({ path, load }) => ({
      path,
      load,
      resource: owner.resource,
      ...(ownScreens.includes(owner) && { title: owner.resource.labelPlural, reads: owner.resource.name }),
    })),
  ),
  ...extraPages,
];

export const findPage = (pathname: string): Page | undefined => pages.find(({ path }) => matchPath(path, pathname));

/** Menu entries of the extra pages that the server and the user's role have. */
export const useExtraItems = (): NavigationItem[] => {
  const isFull = useIsFullServer();
  const role = useSession()?.role ?? 'USER';
  return extraPages.flatMap(({ path, title, menu, reads }) => {
    const isAllowed = reads === undefined || can({ role, action: 'read', resource: reads });
    return menu && isFull && isAllowed ? [{ label: title, ...menu, to: path, paths: [path] }] : [];
  });
};

const getPaths = (owner: ResourceScreens): string[] => [
  ...screens
    .filter((other) => other === owner || other.parent === owner.resource)
    .flatMap(({ pages: ofResource }) => ofResource.flatMap(({ path, menu }) => (menu ? [] : [path]))),
  ...extraPages.flatMap(({ path, owner: of }) => (of === owner.resource ? [path] : [])),
];

const getItems = (members: readonly ResourceScreens[]): NavigationItem[] =>
  members.flatMap((owner) => [
    ...(owner.menu ? [{ ...owner.menu, paths: getPaths(owner), resource: owner.resource }] : []),
    ...owner.pages.flatMap(({ path, menu }) => (menu ? [{ ...menu, to: path, paths: [path] }] : [])),
  ]);

/** The menu items that the specification lists, in its order. */
export const mainItems = getItems(mainScreens);

/** The entry of the library, which follows them on our servers. */
export const mediaItems = getItems([mediaScreens]);

export const useMainItems = (): NavigationItem[] =>
  useIsFullServer() === true ? [...mainItems, ...mediaItems] : mainItems;

export const navigationGroups = screenGroups.map(({ label, icon, members }) => ({
  label,
  icon,
  items: getItems(members),
}));

export type NavigationGroup = (typeof navigationGroups)[number];

const allItems = [...mainItems, ...mediaItems, ...navigationGroups.flatMap(({ items }) => items)];

export const findItemByPath = (pathname: string): NavigationItem | undefined =>
  pathname === '/' ? mainItems[0] : allItems.find(({ paths }) => paths.some((path) => matchPath(path, pathname)));

export const findItemByHref = (href: string | null): NavigationItem | undefined =>
  allItems.find((item) => item.to === href);
