import type { RecordOf, Resource } from '#shared/resource/define-resource.ts';
import { isIdField } from '#shared/resource/fields.ts';
import type { Column } from '../../ui/table-columns.ts';
import { listColumns } from '../list/columns.tsx';
import type { Layout } from './layout.ts';

export const defaultColumns = <R extends Resource>(
  resource: R,
  { columns, widths }: Layout<R>,
): Column<RecordOf<R>>[] => {
  const column = listColumns(resource);
  if (columns) return columns(column);
  return [
    column.serial(),
    ...Object.entries(resource.fields).map(([name, field]) =>
      column.field(name, {
        ...(isIdField(field) && { header: `${field.label} Name` }),
        width: widths?.[name],
      }),
    ),
    column.actions(),
  ];
};
