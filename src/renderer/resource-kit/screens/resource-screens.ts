import type { ComponentType } from 'react';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { screenPaths } from '#shared/resource-kit/paths.ts';
import { type AdaptCopy, adaptCopiesWith } from '../adapt-copy.ts';
import { markOwnForm } from '../own-forms.ts';
import { type LoadPrepare, prepareWith } from '../prepare-body.ts';
import { getResourceIcon, type Icon, setResourceIcon } from '../resource-icons.ts';
import type { Layout } from './layout.ts';

type MenuEntry = { label: string; icon: Icon };

export type LoadScreen = () => Promise<ComponentType>;

type ScreenPage = {
  path: string;
  load: LoadScreen;
  menu?: MenuEntry;
};

type ScreenOptions<R extends Resource> = Layout<R> & {
  /** `to` is the list's address with the query that the specification adds. */
  menu?: MenuEntry & { to?: string };
  prepare?: LoadPrepare;
  /** Adapts the values of a copy of a record. */
  adaptCopy?: AdaptCopy;
  list?: LoadScreen;
  view?: LoadScreen;
  form?: LoadScreen;
  more?: {
    [K in Exclude<keyof R['paths'], 'list' | 'view' | 'form' | 'add' | 'edit'>]?: Omit<ScreenPage, 'path'>;
  };
};

export type ResourceScreens = {
  resource: Resource;
  menu?: MenuEntry & { to: string };
  parent?: Resource;
  pages: readonly ScreenPage[];
};

const defaultScreens = <R extends Resource>(resource: R, layout: Layout<R>) => ({
  list: async () =>
    screenPaths(resource.paths).add
      ? (await import('./default-list.tsx')).defaultList(resource, layout)
      : (await import('./default-modal-list.tsx')).defaultModalList(resource, layout),
  view: async () => (await import('./default-view.tsx')).defaultView(resource, layout),
  form: async () => (await import('./default-form.tsx')).defaultForm(resource, layout),
});

/** Pages and sidebar entry of a resource. */
export const resourceScreens = <R extends Resource>(
  resource: R,
  { menu, prepare, adaptCopy, list, view, form, more = {}, ...layout }: ScreenOptions<R>,
): ResourceScreens => {
  if (prepare) prepareWith(resource, prepare);
  if (adaptCopy) adaptCopiesWith(resource, adaptCopy);
  if (form) markOwnForm(resource.name);
  if (menu) setResourceIcon(resource.name, menu.icon);
  else if (layout.parent) setResourceIcon(resource.name, getResourceIcon(layout.parent.name));
  const defaults = defaultScreens(resource, layout);
  const formPage = { load: form ?? defaults.form };
  const screens: Record<string, Omit<ScreenPage, 'path'> | undefined> = {
    ...more,
    list: { load: list ?? defaults.list },
    view: { load: view ?? defaults.view },
    add: formPage,
    edit: formPage,
  };
  return {
    resource,
    parent: layout.parent,
    ...(menu && { menu: { to: resource.paths.list ?? '', ...menu } }),
    pages: Object.entries(screenPaths(resource.paths)).flatMap(([name, path]) => {
      const screen = screens[name];
      // A path with a query is the same page.
      return screen && path && !path.includes('?') ? [{ path, ...screen }] : [];
    }),
  };
};
