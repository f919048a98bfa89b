import { IconFileText, IconLayersIntersect, IconMessages, IconWorld } from '@tabler/icons-react';
import { matchPath } from 'react-router-dom';
import { texts } from '#shared/texts.ts';
import type { Icon, MenuGroup, ResourceScreens } from '../resource/screens/resource-screens.ts';
import { screens } from '../screens/index.ts';

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

const allEntries: readonly (NavigationItem & { group: MenuGroup })[] = screens.flatMap((owner) => [
  ...(owner.menu ? [{ ...owner.menu, paths: pathsOf(owner) }] : []),
  ...owner.pages.flatMap(({ path, menu }) => (menu ? [{ ...menu, to: path, paths: [path] }] : [])),
]);

const entriesIn = (group: MenuGroup): NavigationItem[] => allEntries.filter((entry) => entry.group === group);

/** The specification's entries, in its order. */
export const mainEntries: readonly NavigationItem[] = entriesIn('main');

/** The specification names entries only for the first group, but has screens for the others. */
export const navigationGroups: readonly NavigationGroup[] = [
  { label: texts.shell.cms, icon: IconLayersIntersect, entries: entriesIn('cms') },
  { label: 'Geography', icon: IconWorld, entries: entriesIn('geography') },
  { label: 'Site content', icon: IconFileText, entries: entriesIn('content') },
  { label: 'Messages', icon: IconMessages, entries: entriesIn('messages') },
];

export const findItemByPath = (pathname: string): NavigationItem | undefined =>
  pathname === '/'
    ? mainEntries[0]
    : allEntries.find(({ paths }) => paths.some((path) => matchPath(path, pathname)));

export const findItemByHref = (address: string | null): NavigationItem | undefined =>
  allEntries.find((entry) => entry.to === address);
