import { matchPath } from 'react-router-dom';
import type { Icon, ResourceScreens } from '../resource/screens/resource-screens.ts';
import { mainScreens, screenGroups, screens } from '../screens/index.ts';

export type NavigationItem = {
  label: string;
  to: string;
  icon: Icon;
  paths: readonly string[];
};

export type NavigationGroup = { label: string; icon: Icon; entries: readonly NavigationItem[] };

const pathsOf = (owner: ResourceScreens): string[] =>
  screens
    .filter((other) => other === owner || other.within === owner.resource)
    .flatMap(({ pages }) => pages.flatMap(({ path, menu }) => (menu ? [] : [path])));

const entriesOf = (members: readonly ResourceScreens[]): NavigationItem[] =>
  members.flatMap((owner) => [
    ...(owner.menu ? [{ ...owner.menu, paths: pathsOf(owner) }] : []),
    ...owner.pages.flatMap(({ path, menu }) => (menu ? [{ ...menu, to: path, paths: [path] }] : [])),
  ]);

/** The specification's entries, in its order. */
export const mainEntries: readonly NavigationItem[] = entriesOf(mainScreens);

export const navigationGroups: readonly NavigationGroup[] = screenGroups.map(({ label, icon, members }) => ({
  ...{ label, icon },
  entries: entriesOf(members),
}));

const allEntries = [...mainEntries, ...navigationGroups.flatMap(({ entries }) => entries)];

export const findItemByPath = (pathname: string): NavigationItem | undefined =>
  pathname === '/'
    ? mainEntries[0]
    : allEntries.find(({ paths }) => paths.some((path) => matchPath(path, pathname)));

export const findItemByHref = (address: string | null): NavigationItem | undefined =>
  allEntries.find((entry) => entry.to === address);
