import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { isAltField, isPageField, isPositionField } from '#shared/resource-kit/fields.ts';
import { screenPaths } from '#shared/resource-kit/paths.ts';
import type { LoadScreen, MenuEntry, Page, ResourceScreens } from '../declared-screens.ts';
import type { ViewedValue } from '../view-page.tsx';
import type { Layout, Sections } from './default-list.tsx';

type ScreenOptions<R extends Resource> = Layout<R> &
  Pick<ResourceScreens, 'purpose' | 'prepare' | 'adaptCopy'> & {
    /** `to` is the list's address with the query that the specification adds. */
    menu?: MenuEntry & { to?: string };
    list?: LoadScreen;
    view?: LoadScreen;
    form?: LoadScreen;
    more?: { [K in Exclude<keyof R['paths'], 'list' | 'view' | 'form' | 'add' | 'edit'>]?: Omit<Page, 'path'> };
  };

/** Names of the fields that are shown by themselves. */
const listShown = ({ fields }: Resource): string[] =>
  Object.entries(fields).flatMap(([name, field]) => (isAltField(field) || isPositionField(field) ? [] : [name]));

/** The layout's screens: a form has one card for all fields by default, and the status beside them. */
const defaultScreens = <R extends Resource>(resource: R, layout: Layout<R>) => ({
  list: async () => {
    const { defaultColumns, defaultList } = await import('./default-list.tsx');
    if (screenPaths(resource.paths).add) return defaultList(resource, layout);
    const { ModalListPage } = await import('../form/modal-list-page.tsx');
    const columns = defaultColumns(resource, layout);
    return () => <ModalListPage resource={resource} columns={columns} />;
  },
  view: async () => {
    const { ViewPage } = await import('../view-page.tsx');
    const { values = listShown(resource) as ViewedValue<R>[], viewTitle } = layout;
    return () => <ViewPage resource={resource} values={values} title={viewTitle} />;
  },
  form: async () => {
    const { FormPage, FormSection, StatusSection } = await import('../form/form-page.tsx');
    const fieldNames = listShown(resource).filter((name) => name !== 'status' && !isPageField(name));
    const { sections = { [resource.label]: fieldNames }, sidebarSections = {}, validate, saveLabels } = layout;
    const toCards = (cards: Sections<R>) =>
      Object.entries(cards).map(([title, fields]) => <FormSection key={title} title={title} fields={fields} />);
    return () => (
      <FormPage
        resource={resource}
        validate={validate}
        saveLabels={saveLabels}
        content={toCards(sections)}
        sidebar={
          <>
            {toCards(sidebarSections)}
            <StatusSection resource={resource} />
          </>
        }
      />
    );
  },
});

/** Declares the pages of a resource, its sidebar entry, and how its records are saved and copied. */
export const resourceScreens = <R extends Resource>(
  resource: R,
  { menu, purpose, prepare, adaptCopy, list, view, form, more = {}, ...layout }: ScreenOptions<R>,
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
    purpose,
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
