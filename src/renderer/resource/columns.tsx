import { Anchor, Text } from '@mantine/core';
import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import { createColumnHelper } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { AnyRecord, RecordOf, Resource } from '#shared/resource/define-resource.ts';
import { displayNameOf, type Field, type FieldKind, type Status } from '#shared/resource/fields.ts';
import { sortNames } from '#shared/resource/schemas.ts';
import { uploadPath } from '#shared/uploads.ts';
import type { Column, tableKit } from '../ui/data-table.tsx';
import { DownloadLink } from '../ui/download-link.tsx';
import { formatAmount, formatDay, formatYesNo } from '../ui/format.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Thumbnail } from '../ui/image-preview.tsx';
import { RichTextView } from '../ui/rich-text-view.tsx';
import { StatusSwitch } from '../ui/status-switch.tsx';
import { type Target, titleOf, useListContext } from './list-context.tsx';
import classes from './list-page.module.css';

type CellProps = { field: Field; name: string; record: AnyRecord };

const TextCell = ({ record, name }: CellProps) => (
  <Text inherit lineClamp={2}>
    {String(record[name] ?? '')}
  </Text>
);

const ReferenceCell = ({ record, name }: CellProps) => (
  <Text inherit lineClamp={2}>
    {String(record[displayNameOf(name)] ?? '')}
  </Text>
);

const ChoiceCell = ({ field, record, name }: CellProps) =>
  field.kind === 'choice' ? field.options.find(({ value }) => value === record[name])?.label : null;

const ImageCell = ({ field, record, name }: CellProps) => {
  const { resource, rows } = useListContext();
  const toPicture = (row: AnyRecord) => ({
    src: uploadPath(String(row[name])),
    label: `${field.label} of ${titleOf(resource, row)}`,
  });
  if (!record[name]) return <span className="bo-visually-hidden">No picture</span>;
  return <Thumbnail picture={toPicture(record)} gallery={rows.filter((row) => row[name]).map(toPicture)} />;
};

const StatusCell = ({ field, record, name }: CellProps) => {
  const { resource, setStatus } = useListContext();
  return (
    <StatusSwitch
      label={`${field.label} of ${titleOf(resource, record)}`}
      status={record[name] as Status}
      isDisabled={!setStatus}
      onChange={(status) => setStatus?.(record, status)}
    />
  );
};

const FileCell = ({ field, record, name }: CellProps) =>
  record[name] ? (
    <DownloadLink url={uploadPath(String(record[name]))} label={`Download ${field.label}`} />
  ) : null;

const cells: Record<FieldKind, (props: CellProps) => ReactNode> = {
  text: TextCell,
  richText: ({ record, name }) => <RichTextView html={String(record[name] ?? '')} isExcerpt />,
  number: ({ record, name }) => (
    <span className="bo-tabular">{(record[name] as number | null)?.toLocaleString('en')}</span>
  ),
  money: ({ record, name }) => (
    <span className="bo-tabular">{formatAmount(record[name] as number | null)}</span>
  ),
  boolean: ({ record, name }) => formatYesNo(record[name] === true),
  date: ({ record, name }) => <span className="bo-tabular">{formatDay(record[name] as string | null)}</span>,
  status: StatusCell,
  choice: ChoiceCell,
  choices: ({ record, name }) => (record[name] as string[]).join(', '),
  reference: ReferenceCell,
  inherited: ReferenceCell,
  image: ImageCell,
  pdf: FileCell,
  video: FileCell,
};

const SerialCell = ({ index }: { index: number }) => (
  <span className="bo-tabular">{useListContext().firstIndex + index + 1}</span>
);

const ActionButton = ({
  target,
  ...props
}: {
  label: string;
  tooltip: string;
  icon: ReactNode;
  target: Target;
}) => <IconButton {...props} {...(typeof target === 'string' ? { to: target } : { onClick: target })} />;

const iconProps = { size: '1.125rem', stroke: 1.75 };

const ActionsCell = ({ record }: { record: AnyRecord }) => {
  const { resource, view, edit, remove } = useListContext();
  const title = titleOf(resource, record);
  return (
    <span className={classes.actions}>
      {view && (
        <ActionButton
          label={`View ${title}`}
          tooltip="View"
          icon={<IconEye {...iconProps} />}
          target={view(record)}
        />
      )}
      {edit && (
        <ActionButton
          label={`Edit ${title}`}
          tooltip="Edit"
          icon={<IconPencil {...iconProps} />}
          target={edit(record)}
        />
      )}
      {remove && (
        <ActionButton
          label={`Delete ${title}`}
          tooltip="Delete"
          icon={<IconTrash {...iconProps} />}
          target={() => remove(record)}
        />
      )}
    </span>
  );
};

type ColumnOptions = { header?: string; width?: string };

/** The columns that a resource's list can have. */
export const listColumns = <R extends Resource>(resource: R) => {
  type Row = RecordOf<R>;
  const helper = createColumnHelper<typeof tableKit, Row>();
  return {
    /** Counts the rows, on over the pages. */
    serial: ({ width = '4.5rem' }: ColumnOptions = {}): Column<Row> =>
      helper.display({
        id: 'serial',
        header: 'S.NO',
        meta: { width },
        cell: ({ row }) => <SerialCell index={row.index} />,
      }),
    /** Shows a field as its kind asks for. */
    field: (name: keyof R['fields'] & string, { header, width }: ColumnOptions = {}): Column<Row> => {
      const field = resource.fields[name] as Field;
      const Cell = cells[field.kind];
      return helper.display({
        id: name,
        header: header ?? field.label,
        meta: { width, sortName: sortNames(resource).includes(name) ? name : undefined },
        cell: ({ row }) => <Cell field={field} name={name} record={row.original} />,
      });
    },
    /** A link to what belongs to the record. */
    link: ({
      header,
      width,
      to,
      label,
    }: ColumnOptions & { header: string; to: (record: Row) => string; label: string }): Column<Row> =>
      helper.display({
        id: header,
        header,
        meta: { width },
        cell: ({ row }) => (
          <Anchor component={Link} to={to(row.original)} inherit>
            {label}
            <span className="bo-visually-hidden"> of {titleOf(resource, row.original)}</span>
          </Anchor>
        ),
      }),
    /** View, edit and delete, as far as the list offers them. */
    actions: ({ header = 'Action', width = '8.5rem' }: ColumnOptions = {}): Column<Row> =>
      helper.display({
        id: 'actions',
        header,
        meta: { width },
        cell: ({ row }) => <ActionsCell record={row.original} />,
      }),
  };
};
