import type { ComponentType } from 'react';
import type { Resource } from '#shared/resource/define-resource.ts';
import { screenPaths } from '#shared/resource/paths.ts';
import { type Prepare, prepareWith } from './client.ts';

export type Icon = ComponentType<{ size?: string | number; stroke?: number }>;

/** Where the sidebar has an entry; `main` stands above all groups. */
export type MenuGroup = 'main' | 'cms' | 'geography' | 'content' | 'messages';

type MenuEntry = { group: MenuGroup; label: string; icon: Icon };

/** Loads a screen when it is first opened. */
export type LoadScreen = () => Promise<ComponentType>;

type ScreenPage = {
  path: string;
  load: LoadScreen;
  /** An entry of its own in the sidebar. */
  menu?: MenuEntry;
};

type ScreenOptions<R extends Resource> = {
  /** `to` is the address of the list with what the specification adds to its path. */
  menu?: MenuEntry & { to?: string };
  /** The resource during whose entry in the sidebar these screens are open. */
  within?: Resource;
  /** Turns the values of a form or a change into the body that the server takes. */
  prepare?: Prepare;
  list?: LoadScreen;
  view?: LoadScreen;
  form?: LoadScreen;
  /** Screens that no other resource has. */
  more?: {
    [K in Exclude<keyof R['paths'], 'list' | 'view' | 'form' | 'add' | 'edit'>]?: Omit<ScreenPage, 'path'>;
  };
};

export type ResourceScreens = {
  resource: Resource;
  menu?: MenuEntry & { to: string };
  within?: Resource;
  pages: readonly ScreenPage[];
};

/** The screens of a resource: its pages by their paths, and its entry in the sidebar. */
export const resourceScreens = <R extends Resource>(
  resource: R,
  { menu, within, prepare, list, view, form, more = {} }: ScreenOptions<R>,
): ResourceScreens => {
  if (prepare) prepareWith(resource, prepare);
  const screens: Record<string, Omit<ScreenPage, 'path'> | undefined> = {
    ...more,
    ...(list && { list: { load: list } }),
    ...(view && { view: { load: view } }),
    ...(form && { add: { load: form }, edit: { load: form } }),
  };
  return {
    resource,
    within,
    ...(menu && { menu: { to: resource.paths.list ?? '', ...menu } }),
    pages: Object.entries(screenPaths(resource.paths)).flatMap(([name, path]) => {
      const screen = screens[name];
      // A query does not make a page of its own.
      return screen && path && !path.includes('?') ? [{ path, ...screen }] : [];
    }),
  };
};
