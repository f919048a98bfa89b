import type { RecordOf, Resource } from '#shared/resource/define-resource.ts';
import type { Column } from '../../ui/table-columns.ts';
import type { Validate } from '../form/use-resource-form.tsx';
import type { ListColumns } from '../list/columns.tsx';

type FieldName<R extends Resource> = keyof R['fields'] & string;

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
  sections?: Sections<R>;
  /** Cards beside the form, above the one with the status. */
  aside?: Sections<R>;
  validate?: Validate;
  saveLabels?: { add: string; edit: string };
  /** The fields shown in the view, in their order. */
  values?: readonly (FieldName<R> | { name: FieldName<R>; label: string })[];
};
