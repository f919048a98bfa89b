import type { RecordOf, Resource } from '#shared/resource/define-resource.ts';
import type { Column } from '../../ui/table-columns.ts';
import type { Validate } from '../form/use-resource-form.tsx';
import type { ListColumns } from '../list/columns.tsx';
import type { ListPageProps } from '../list/list-page.tsx';

type FieldName<R extends Resource> = keyof R['fields'] & string;

/** A field of a view, perhaps with another label, a text for no value, or its status as a switch. */
export type ViewedValue<Name extends string = string> =
  | Name
  | { name: Name; label?: string; emptyText?: string; isSwitch?: boolean };

/** Cards of a form: the fields by the title of their card. */
type Sections<R extends Resource> = Readonly<Record<string, readonly FieldName<R>[]>>;

/** Differences from the default screens, which show every field in its declared order. */
export type Layout<R extends Resource> = {
  /** The resource during whose entry in the sidebar these screens are open, and to whose records these belong. */
  within?: Resource;
  /** Title of the list; within another resource, it follows from the title of its record. */
  title?: string | ((parentTitle: string) => string);
  widths?: { [K in FieldName<R>]?: string };
  columns?: (column: ListColumns<R>) => Column<RecordOf<R>>[];
  /** The choice whose options are tabs over the list. */
  tabs?: FieldName<R>;
  listOptions?: Pick<ListPageProps<R>, 'view' | 'addLabel' | 'emptyText'>;
  sections?: Sections<R>;
  /** Cards beside the form, above the one with the status. */
  aside?: Sections<R>;
  validate?: Validate;
  saveLabels?: { add: string; edit: string };
  /** The values shown in the view, in their order; those in a list of their own stand side by side. */
  values?: readonly (ViewedValue<FieldName<R>> | readonly ViewedValue<FieldName<R>>[])[];
};
