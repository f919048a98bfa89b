import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { RecordOf, Resource } from '#shared/resource-kit/define-resource.ts';
import { type Field, isNumericField } from '#shared/resource-kit/fields.ts';
import { timestampLabels } from '#shared/resource-kit/labels.ts';
import { sortableFields } from '#shared/resource-kit/list-fields.ts';
import { screenPaths } from '#shared/resource-kit/paths.ts';
import { formatDateTime } from '../../ui/format.ts';
import type { Column } from '../../ui/table-columns.ts';
import { ActionsCell } from './actions-cell.tsx';
import { cells, ImageCell } from './cells.tsx';
import { getRecordTitle, useListContext } from './list-context.tsx';

const RowNumberCell = ({ index }: { index: number }) => (
  <span className="bo-tabular">{useListContext().firstIndex + index + 1}</span>
);

type ImageName<R extends Resource> = {
  [K in keyof R['fields']]: R['fields'][K] extends { kind: 'image' } ? K : never;
}[keyof R['fields']] &
  string;

export type ListColumns<R extends Resource> = ReturnType<typeof createListColumns<R>>;

const actionsWidths = ['6rem', '6rem', '7rem', '9rem'];

const getActionsWidth = ({ paths, isSingleton }: Resource): string | undefined => {
  const { view, add, edit } = screenPaths(paths);
  // Without a form page, records are edited in a dialog.
  return actionsWidths[[view, edit ?? !add, !isSingleton].filter(Boolean).length];
};

/** The extra sort orders depend on the server, so a list names them itself. */
const isSortable = (resource: Resource, name: string): boolean =>
  sortableFields(resource).includes(name) && !resource.extraSorts?.includes(name);

type ColumnOptions = { header?: string; width?: string };

export const createListColumns = <R extends Resource>(resource: R) => {
  type Row = RecordOf<R>;
  // Images and switches are announced by the column's title.
  const getField = (name: keyof R['fields'] & string, header?: string): Field => {
    const field = resource.fields[name] as Field;
    return { ...field, label: header ?? field.label };
  };
  return {
    rowNumber: ({ width = '3.5rem' }: ColumnOptions = {}): Column<Row> => ({
      id: 'serial',
      header: 'S.NO',
      width,
      cell: (_row, index) => <RowNumberCell index={index} />,
    }),
    field: (name: keyof R['fields'] & string, options: ColumnOptions = {}): Column<Row> => {
      const field = getField(name, options.header);
      const { width = field.kind === 'status' ? '7rem' : undefined } = options;
      const Cell = cells[field.kind];
      return {
        id: name,
        header: field.label,
        width,
        sortName: isSortable(resource, name) ? name : undefined,
        isMain: name === resource.titleField,
        isNumeric: isNumericField(field),
        cell: (record, index) => <Cell field={field} name={name} record={record} index={index} />,
      };
    },
    /** Wide thumbnail for images that can't be cropped to a square, such as banners; `isWhole` doesn't crop at all. */
    wideImage: (
      name: ImageName<R>,
      { header, width, isWhole = false }: ColumnOptions & { isWhole?: boolean } = {},
    ): Column<Row> => {
      const field = getField(name, header);
      return {
        id: name,
        header: field.label,
        width,
        cell: (record, index) => (
          <ImageCell field={field} name={name} record={record} index={index} shape={isWhole ? 'whole' : 'wide'} />
        ),
      };
    },
    timestamp: (name: 'createdAt' | 'updatedAt'): Column<Row> => ({
      id: name,
      header: timestampLabels[name],
      width: '11rem',
      sortName: name,
      cell: (record) => <span className="bo-tabular">{formatDateTime(record[name])}</span>,
    }),
    link: ({
      header,
      width,
      to,
      label,
    }: ColumnOptions & { header: string; to: (record: Row) => string; label: string }): Column<Row> => ({
      id: header,
      header,
      width,
      cell: (record) => (
        <Anchor component={Link} to={to(record)} inherit>
          {label}
          <span className="bo-visually-hidden"> of {getRecordTitle(resource, record)}</span>
        </Anchor>
      ),
    }),
    actions: ({ header = 'Action', width = getActionsWidth(resource) }: ColumnOptions = {}): Column<Row> => ({
      id: 'actions',
      header,
      width,
      isActions: true,
      cell: (record) => <ActionsCell record={record} />,
    }),
  };
};
