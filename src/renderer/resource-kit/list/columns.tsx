import { Anchor, Menu } from '@mantine/core';
import { IconCopy, IconDots, IconEye, IconHistory, IconMessage, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router-dom';
import type { AnyRecord, RecordOf, Resource } from '#shared/resource-kit/define-resource.ts';
import { type Field, isNumericField } from '#shared/resource-kit/fields.ts';
import { timestampLabels } from '#shared/resource-kit/labels.ts';
import { sortableFields } from '#shared/resource-kit/list-fields.ts';
import { screenPaths } from '#shared/resource-kit/paths.ts';
import { MenuButton } from '../../ui/dropdown.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { getIconButtonProps, IconButton } from '../../ui/icon-button.tsx';
import type { ThumbnailShape } from '../../ui/image-preview.tsx';
import type { Column } from '../../ui/table-columns.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import { TruncatedText } from '../../ui/truncated-text.tsx';
import { openComments } from '../comments/comments-store.ts';
import { getHistoryPath } from '../history/history.tsx';
import { ImageCell } from '../kinds/file.tsx';
import { getKind } from '../kinds/index.ts';
import { getRecordTitle, type Target, useListContext } from './list-context.tsx';
import classes from './list-page.module.css';

const icon = { size: '1rem' };

const actions = [
  { name: 'view', tooltip: 'View', Icon: IconEye },
  { name: 'edit', tooltip: 'Edit', Icon: IconPencil },
] as const;

const MenuItem = ({
  label,
  target,
  listPath,
  Icon,
}: {
  label: string;
  target: Target;
  listPath: string;
  Icon: typeof IconHistory;
}) =>
  typeof target === 'string' ? (
    <Menu.Item component={Link} to={target} state={{ listPath }} leftSection={<Icon {...icon} />}>
      {label}
    </Menu.Item>
  ) : (
    <Menu.Item onClick={target} leftSection={<Icon {...icon} />}>
      {label}
    </Menu.Item>
  );

const RowMenu = ({
  title,
  history,
  comments,
  duplicate,
  listPath,
}: {
  title: string;
  history?: string;
  comments?: () => void;
  duplicate?: Target;
  listPath: string;
}) => (
  <MenuButton
    position="bottom-end"
    target={(props) => (
      <button type="button" {...getIconButtonProps('small')} {...props} aria-label={`More actions for ${title}`}>
        <IconDots {...icon} aria-hidden />
      </button>
    )}
  >
    {() => (
      <>
        {duplicate !== undefined && (
          <MenuItem listPath={listPath} label="Duplicate" target={duplicate} Icon={IconCopy} />
        )}
        {comments !== undefined && (
          <MenuItem listPath={listPath} label="Comments" target={comments} Icon={IconMessage} />
        )}
        {history !== undefined && <MenuItem listPath={listPath} label="History" target={history} Icon={IconHistory} />}
      </>
    )}
  </MenuButton>
);

/** The actions of a row; the list decides which there are. */
const ActionsCell = ({ record }: { record: AnyRecord }) => {
  const list = useListContext();
  const { pathname, search } = useLocation();
  const listPath = pathname + search;
  const title = getRecordTitle(list.resource, record);
  const { resource, remove } = list;
  const history = list.hasHistory ? getHistoryPath(resource.name, record._id) : undefined;
  const comments = list.hasComments ? () => openComments({ resource: resource.name, recordId: record._id }) : undefined;
  const duplicate = list.duplicate?.(record);
  return (
    <Toolbar label={`Actions for ${title}`} className={classes.actions}>
      {actions.map(({ name, tooltip, Icon }) => {
        const target = list[name]?.(record);
        return (
          target !== undefined && (
            <IconButton
              key={name}
              isSmall
              label={`${tooltip} ${title}`}
              tooltip={tooltip}
              icon={<Icon {...icon} />}
              {...(typeof target === 'string' ? { to: target, state: { listPath } } : { onClick: target })}
            />
          )
        );
      })}
      {(history !== undefined || comments !== undefined || duplicate !== undefined) && (
        <RowMenu title={title} history={history} comments={comments} duplicate={duplicate} listPath={listPath} />
      )}
      {remove && (
        <span className={classes.remove}>
          <IconButton
            isSmall
            label={`Delete ${title}`}
            tooltip="Delete"
            icon={<IconTrash {...icon} />}
            onClick={() => remove(record)}
          />
        </span>
      )}
    </Toolbar>
  );
};

const RowNumberCell = ({ index }: { index: number }) => (
  <span className="bo-tabular">{useListContext().firstIndex + index + 1}</span>
);

type FieldCellProps = { field: Field; name: string; record: AnyRecord; index: number; shape?: ThumbnailShape };

const FieldCell = ({ shape, ...props }: FieldCellProps) => {
  const { resource, getRows, setStatus } = useListContext();
  const { Cell, isTabular, format } = getKind(props.field);
  const cell = { ...props, resource, getRows, setStatus, getTitle: (row: AnyRecord) => getRecordTitle(resource, row) };
  if (shape) return <ImageCell {...cell} shape={shape} />;
  if (Cell) return <Cell {...cell} />;
  return isTabular ? <span className="bo-tabular">{format(props)}</span> : <TruncatedText text={format(props)} />;
};

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

const toRem = (width: number | undefined): string | undefined => (width === undefined ? undefined : `${width}rem`);

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
      return {
        id: name,
        header: field.label,
        width: options.width ?? toRem(getKind(field).width),
        sortName: isSortable(resource, name) ? name : undefined,
        isMain: name === resource.titleField,
        isNumeric: isNumericField(field),
        cell: (record, index) => <FieldCell field={field} name={name} record={record} index={index} />,
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
          <FieldCell field={field} name={name} record={record} index={index} shape={isWhole ? 'whole' : 'wide'} />
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
