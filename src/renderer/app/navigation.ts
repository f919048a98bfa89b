import { matchPath } from 'react-router-dom';
import type { Icon, ResourceScreens } from '../resource/screens/resource-screens.ts';
import { mainScreens, screenGroups, screens } from '../screens/index.ts';

export type NavigationItem = {
  label: string;
  to: string;
  icon: Icon;
  paths: readonly string[];
};

export type NavigationGroup = { label: string; icon: Icon; items: readonly NavigationItem[] };

const getPaths = (owner: ResourceScreens): string[] =>
  screens
    .filter((other) => other === owner || other.within === owner.resource)
    .flatMap(({ pages }) => pages.flatMap(({ path, menu }) => (menu ? [] : [path])));

const getItems = (members: readonly ResourceScreens[]): NavigationItem[] =>
  members.flatMap((owner) => [
    ...(owner.menu ? [{ ...owner.menu, paths: getPaths(owner) }] : []),
    ...owner.pages.flatMap(({ path, menu }) => (menu ? [{ ...menu, to: path, paths: [path] }] : [])),
  ]);

/** The menu items that the specification lists, in its order. */
export const mainItems: readonly NavigationItem[] = getItems(mainScreens);

export const navigationGroups: readonly NavigationGroup[] = screenGroups.map(({ label, icon, members }) => ({
  ...{ label, icon },
  items: getItems(members),
}));

const allItems = [...mainItems, ...navigationGroups.flatMap(({ items }) => items)];

export const findItemByPath = (pathname: string): NavigationItem | undefined =>
  pathname === '/'
    ? mainItems[0]
    : allItems.find(({ paths }) => paths.some((path) => matchPath(path, pathname)));

export const findItemByHref = (href: string | null): NavigationItem | undefined =>
  allItems.find((item) => item.to === href);
