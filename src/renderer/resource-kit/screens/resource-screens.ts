import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { screenPaths } from '#shared/resource-kit/paths.ts';
import type { LoadScreen, MenuEntry, Page, ResourceScreens } from '../declared-screens.ts';
import type { Layout } from './layout.ts';

type ScreenOptions<R extends Resource> = Layout<R> &
  Pick<ResourceScreens, 'prepare' | 'adaptCopy'> & {
    /** `to` is the list's address with the query that the specification adds. */
    menu?: MenuEntry & { to?: string };
    list?: LoadScreen;
    view?: LoadScreen;
    form?: LoadScreen;
    more?: { [K in Exclude<keyof R['paths'], 'list' | 'view' | 'form' | 'add' | 'edit'>]?: Omit<Page, 'path'> };
  };

const defaultScreens = <R extends Resource>(resource: R, layout: Layout<R>) => ({
  list: async () =>
    screenPaths(resource.paths).add
      ? (await import('./default-list.tsx')).defaultList(resource, layout)
      : (await import('./default-modal-list.tsx')).defaultModalList(resource, layout),
  view: async () => (await import('./default-view.tsx')).defaultView(resource, layout),
  form: async () => (await import('./default-form.tsx')).defaultForm(resource, layout),
});

/** Declares the pages of a resource, its sidebar entry, and how its records are saved and copied. */
export const resourceScreens = <R extends Resource>(
  resource: R,
  { menu, prepare, adaptCopy, list, view, form, more = {}, ...layout }: ScreenOptions<R>,
): ResourceScreens => {
  const defaults = defaultScreens(resource, layout);
  const formPage = { load: form ?? defaults.form };
  const screens: Record<string, Omit<Page, 'path'> | undefined> = {
    ...more,
    list: { load: list ?? defaults.list },
    view: { load: view ?? defaults.view },
    add: formPage,
    edit: formPage,
  };
  return {
    resource,
    parent: layout.parent,
    menu: menu && { to: resource.paths.list ?? '', ...menu },
    pages: Object.entries(screenPaths(resource.paths)).flatMap(([name, path]) => {
      const screen = screens[name];
      // A path with a query is the same page.
      return screen && path && !path.includes('?') ? [{ path, ...screen }] : [];
    }),
    hasOwnForm: form !== undefined,
    prepare,
    adaptCopy,
  };
};
