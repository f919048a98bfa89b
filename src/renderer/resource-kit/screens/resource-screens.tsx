import type { RecordOf, Resource } from '#shared/resource-kit/define-resource.ts';
import { screenPaths } from '#shared/resource-kit/paths.ts';
import type { Column } from '../../ui/table-columns.ts';
import type { LoadScreen, MenuEntry, Page, ResourceScreens } from '../declared-screens.ts';
import type { ValidateForm } from '../form/use-resource-form.ts';
import type { ListColumns } from '../list/columns.tsx';
import type { ListPageProps } from '../list/list-page.tsx';
import type { ViewedValue } from '../view-page.tsx';

type FieldName<R extends Resource> = keyof R['fields'] & string;

// Field names by card title.
type Sections<R extends Resource> = Readonly<Record<string, readonly FieldName<R>[]>>;

/** Differences from the default screens, which show every field in its declared order. */
export type Layout<R extends Resource> = {
  /** The parent resource, whose sidebar entry stays active on these screens. */
  parent?: Resource;
  /** Title of the list; derived from the parent record's title in a child list. */
  title?: string | ((parentTitle: string) => string);
  widths?: { [K in FieldName<R>]?: string };
  columns?: (column: ListColumns<R>) => Column<RecordOf<R>>[];
  tabs?: FieldName<R>;
  listOptions?: Pick<ListPageProps<R>, 'view' | 'addLabel' | 'emptyText'>;
  sections?: Sections<R>;
  /** Cards beside the form, above the status card. */
  sidebarSections?: Sections<R>;
  validate?: ValidateForm;
  saveLabels?: { add: string; edit: string };
  /** Title of the view; default: the title of the record. */
  viewTitle?: string;
  /** Fields of the view in order. */
  values?: readonly ViewedValue<R>[];
};

type ScreenOptions<R extends Resource> = Layout<R> &
  Pick<ResourceScreens, 'prepare' | 'adaptCopy'> & {
    /** `to` is the list's address with the query that the specification adds. */
    menu?: MenuEntry & { to?: string };
    list?: LoadScreen;
    view?: LoadScreen;
    form?: LoadScreen;
    more?: { [K in Exclude<keyof R['paths'], 'list' | 'view' | 'form' | 'add' | 'edit'>]?: Omit<Page, 'path'> };
  };

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
    const { values = Object.keys(resource.fields) as ViewedValue<R>[], viewTitle } = layout;
    return () => <ViewPage resource={resource} values={values} title={viewTitle} />;
  },
  form: async () => {
    const { FormPage, FormSection, StatusSection } = await import('../form/form-page.tsx');
    const fieldNames = Object.keys(resource.fields).filter((name) => name !== 'status');
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
            {resource.fields.status?.kind === 'status' && <StatusSection />}
          </>
        }
      />
    );
  },
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
