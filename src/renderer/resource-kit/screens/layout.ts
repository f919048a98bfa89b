import type { RecordOf, Resource } from '#shared/resource-kit/define-resource.ts';
import type { Column } from '../../ui/table-columns.ts';
import type { ValidateForm } from '../form/use-resource-form.ts';
import type { ListColumns } from '../list/columns.tsx';
import type { ListPageProps } from '../list/list-page.tsx';

type FieldName<R extends Resource> = keyof R['fields'] & string;

export type ViewedValue<Name extends string = string> =
  | Name
  | { name: Name; label?: string; emptyText?: string; isSwitch?: boolean };

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
  /** Fields of the view in order; a nested list is laid out side by side. */
  values?: readonly (ViewedValue<FieldName<R>> | readonly ViewedValue<FieldName<R>>[])[];
};
