import { Anchor, Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconCopy,
  IconDots,
  IconExternalLink,
  IconEye,
  IconHistory,
  IconMessage,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { AnyRecord, RecordOf, Resource } from '#shared/resource-kit/define-resource.ts';
import { type Field, isFileField, isNumericField, isPositionField } from '#shared/resource-kit/fields.ts';
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
import { FileDropTarget, InlineValue } from '../inline/inline-value.tsx';
import { ImageCell } from '../kinds/file.tsx';
import { getKind } from '../kinds/index.tsx';
import { getRecordTitle } from '../record-paths.ts';
import { markPending } from '../save/queue-notices.tsx';
import { useIsFieldSupported, useIsFullServer } from '../server-level.ts';
import { applyColumnSettings, type ColumnSettings, type ConfiguredColumn } from './column-menu.tsx';
import classes from './list-page.module.css';
import { useListContext } from './use-row-actions.ts';

const icon = { size: '1rem' };

const buttons = [
  { name: 'view', label: 'View', Icon: IconEye },
  { name: 'edit', label: 'Edit', Icon: IconPencil },
] as const;
const menuItems = [
  { name: 'preview', label: 'Open on the website', Icon: IconExternalLink },
  { name: 'duplicate', label: 'Duplicate', Icon: IconCopy },
  { name: 'comments', label: 'Comments', Icon: IconMessage },
  { name: 'history', label: 'History', Icon: IconHistory },
] as const;

/** The actions of a row; the list decides which there are. */
const ActionsCell = ({ record }: { record: AnyRecord }) => {
  const list = useListContext();
  const { pathname, search } = useLocation();
  const state = { listPath: pathname + search };
  const title = getRecordTitle(list.resource, record);
  const { remove } = list;
  const withTargets = <Action extends (typeof buttons | typeof menuItems)[number]>(actions: readonly Action[]) =>
    actions.flatMap((action) => {
      const target = list[action.name]?.(record);
      return target === undefined ? [] : { ...action, target };
    });
  const inMenu = withTargets(menuItems);
  return (
    <Toolbar label={`Actions for ${title}`} className={classes.actions}>
      {withTargets(buttons).map(({ label, Icon, target }) => (
        <IconButton
          key={label}
          isSmall
          label={`${label} ${title}`}
          tooltip={label}
          icon={<Icon {...icon} />}
          {...(typeof target === 'string' ? { to: target, state } : { onClick: target })}
        />
      ))}
      {inMenu.length > 0 && (
        <MenuButton
          position="bottom-end"
          target={(props) => (
            <button type="button" {...getIconButtonProps('small')} {...props} aria-label={`More actions for ${title}`}>
              <IconDots {...icon} aria-hidden />
            </button>
          )}
        >
          {() =>
            inMenu.map(({ label, Icon, target }) => {
              const item = { leftSection: <Icon {...icon} />, children: label };
              return typeof target === 'string' ? (
                <Menu.Item key={label} {...item} component={Link} to={target} state={state} />
              ) : (
                <Menu.Item key={label} {...item} onClick={target} />
              );
            })
          }
        </MenuButton>
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

/** A value that users who may update the record edit in its row. */
export const EditableCell = (props: { name: string; record: AnyRecord; children: ReactNode }) => {
  const { resource, setStatus } = useListContext();
  const isSupported = useIsFieldSupported();
  const field = resource.fields[props.name];
  if (!setStatus || !field || !isSupported(field)) return props.children;
  return isFileField(field) ? (
    <FileDropTarget {...props} resource={resource} field={field} />
  ) : (
    <InlineValue {...props} resource={resource} />
  );
};

const FieldCell = ({ shape, ...props }: FieldCellProps) => {
  const { resource, query = '', getRows, setStatus } = useListContext();
  const { Cell, isTabular, format } = getKind(props.field);
  const cell = { ...props, resource, getRows, setStatus, getTitle: (row: AnyRecord) => getRecordTitle(resource, row) };
  if (shape) return <ImageCell {...cell} shape={shape} />;
  if (Cell) return <Cell {...cell} />;
  return isTabular ? (
    <span className="bo-tabular">{format(props)}</span>
  ) : (
    <TruncatedText text={format(props)} query={props.name === resource.titleField ? query : ''} />
  );
};

export type ListColumns<R extends Resource> = ReturnType<typeof createListColumns<R>>;

const actionsWidths = ['6rem', '6rem', '7rem', '8.25rem'];

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

/** `shape`: thumbnail of an image that can't be cropped to a square, such as a banner. */
type FieldColumnOptions = ColumnOptions & {
  shape?: ThumbnailShape;
  /** Whether the value is edited in the row. Default: files, which are dropped there. A status always is. */
  isEditable?: boolean;
};

export const createListColumns = <R extends Resource>(resource: R) => {
  type Row = RecordOf<R>;
  return {
    rowNumber: ({ width = '3.25rem' }: ColumnOptions = {}): Column<Row> => ({
      id: 'serial',
      header: 'S.NO',
      width,
      cell: (_row, index) => <RowNumberCell index={index} />,
    }),
    field: (name: keyof R['fields'] & string, options: FieldColumnOptions = {}): Column<Row> => {
      const declared = resource.fields[name] as Field;
      const { header, width, shape, isEditable = isFileField(declared) } = options;
      // Images and switches are announced by the column's title.
      const field = { ...declared, label: header ?? declared.label };
      return {
        id: name,
        header: field.label,
        width: width ?? (shape ? undefined : toRem(getKind(field).width)),
        sortName: isSortable(resource, name) ? name : undefined,
        isMain: name === resource.titleField,
        isNumeric: isNumericField(field),
        cell: (record, index) => {
          const cell = <FieldCell field={field} name={name} record={record} index={index} shape={shape} />;
          if (!isEditable) return cell;
          return (
            <EditableCell name={name} record={record}>
              {cell}
            </EditableCell>
          );
        },
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
    }: ColumnOptions & {
      header: string;
      to: (record: Row) => string;
      label: string | ((record: Row) => ReactNode);
    }): Column<Row> => ({
      id: header,
      header,
      width,
      cell: (record) => (
        <Anchor component={Link} to={to(record)} inherit>
          {typeof label === 'string' ? label : label(record)}
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

// Optional columns, hidden by default: the remaining fields, and the creation and update times.
const getExtraColumns = <R extends Resource>(
  resource: R,
  columns: readonly Column<RecordOf<R>>[],
  isSupported: (field: Field) => boolean,
): Column<RecordOf<R>>[] => {
  const column = createListColumns(resource);
  const isMissing = ({ id, header }: Column<RecordOf<R>>) =>
    !columns.some((other) => other.id === id || other.header === header);
  const fields = Object.entries(resource.fields)
    .filter(([, field]) => isSupported(field) && !isPositionField(field))
    .map(([name, field]) => column.field(name, getKind(field).width === undefined ? { width: '11rem' } : {}));
  const updatedAt = { ...column.timestamp('updatedAt'), isHiddenByDefault: 'narrow' as const };
  return [...fields, column.timestamp('createdAt'), updatedAt].filter(isMissing);
};

const actionsId = 'actions';

const wideWindow = '(min-width: 112.5em)';

/** The visible columns; `configured` are all available ones. */
export const useListColumns = <R extends Resource>(
  resource: R,
  columns: Column<RecordOf<R>>[],
  settings: ColumnSettings | null,
): { visible: Column<RecordOf<R>>[]; configured: ConfiguredColumn[] } => {
  const isSupported = useIsFieldSupported();
  const canSort = useIsFullServer() !== false;
  const isWide = useMediaQuery(wideWindow, false, { getInitialValueInEffect: false }) && canSort;
  return useMemo(() => {
    const isKnown = (field: Field | undefined) => !field || isSupported(field);
    const defaultColumns = columns.filter(({ id }) => id !== actionsId && isKnown(resource.fields[id]));
    const extra = getExtraColumns(resource, columns, isSupported);
    const available = [...defaultColumns, ...extra];
    const configured = applyColumnSettings(
      available.map((column) => ({
        id: column.id,
        label: column.header,
        isHiddenByDefault:
          column.isHiddenByDefault === 'narrow' ? !isWide : column.isHiddenByDefault === true || extra.includes(column),
      })),
      settings,
    );
    const visible = configured.flatMap(({ id, isVisible }) =>
      isVisible ? available.filter((column) => column.id === id) : [],
    );
    const marked = visible.map((column) =>
      markPending(resource, canSort ? column : { ...column, sortName: undefined }),
    );
    return { visible: [...marked, ...columns.filter(({ id }) => id === actionsId)], configured };
  }, [resource, columns, settings, isSupported, canSort, isWide]);
};
