import type { RecordOf, Resource } from '#shared/resource-kit/define-resource.ts';
import { isReferenceField } from '#shared/resource-kit/fields.ts';
import type { Column } from '../../ui/table-columns.ts';
import { createListColumns } from '../list/columns.tsx';
import type { Layout } from './layout.ts';

export const defaultColumns = <R extends Resource>(
  resource: R,
  { columns, widths }: Layout<R>,
): Column<RecordOf<R>>[] => {
  const column = createListColumns(resource);
  if (columns) return columns(column);
  return [
    column.rowNumber(),
    ...Object.entries(resource.fields).map(([name, field]) =>
      column.field(name, {
        ...(isReferenceField(field) && { header: `${field.label} Name` }),
        width: widths?.[name],
      }),
    ),
    column.actions(),
  ];
};
