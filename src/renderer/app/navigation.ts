import { matchPath } from 'react-router-dom';
import type { ResourceScreens } from '../resource-kit/screens/resource-screens.ts';
import { mainScreens, screenGroups, screens } from '../screens/index.ts';

const getPaths = (owner: ResourceScreens): string[] =>
  screens
    .filter((other) => other === owner || other.parent === owner.resource)
    .flatMap(({ pages }) => pages.flatMap(({ path, menu }) => (menu ? [] : [path])));

const getItems = (members: readonly ResourceScreens[]) =>
  members.flatMap((owner) => [
    ...(owner.menu ? [{ ...owner.menu, paths: getPaths(owner), resource: owner.resource }] : []),
    ...owner.pages.flatMap(({ path, menu }) =>
      menu ? [{ ...menu, to: path, paths: [path], resource: undefined }] : [],
    ),
  ]);

export type NavigationItem = ReturnType<typeof getItems>[number];

/** The menu items that the specification lists, in its order. */
export const mainItems = getItems(mainScreens);

export const navigationGroups = screenGroups.map(({ label, icon, members }) => ({
  label,
  icon,
  items: getItems(members),
}));

export type NavigationGroup = (typeof navigationGroups)[number];

const allItems = [...mainItems, ...navigationGroups.flatMap(({ items }) => items)];

export const findItemByPath = (pathname: string): NavigationItem | undefined =>
  pathname === '/' ? mainItems[0] : allItems.find(({ paths }) => paths.some((path) => matchPath(path, pathname)));

export const findItemByHref = (href: string | null): NavigationItem | undefined =>
  allItems.find((item) => item.to === href);
