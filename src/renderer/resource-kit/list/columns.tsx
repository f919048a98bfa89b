import { ActionIcon, Anchor, Badge, Group, Menu } from '@mantine/core';
import {
  IconCopy,
  IconDots,
  IconEye,
  IconHistory,
  IconMessage,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { AnyRecord, RecordOf, Resource } from '#shared/resource-kit/define-resource.ts';
import { displayNameOf, type Field, type FieldKind, type Status } from '#shared/resource-kit/fields.ts';
import { formatYesNo, timestampLabels } from '#shared/resource-kit/labels.ts';
import { sortableFields } from '#shared/resource-kit/list-fields.ts';
import { screenPaths } from '#shared/resource-kit/paths.ts';
import { formatDate, formatDateTime, formatFile, formatMoney, joinChoices } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { NoImage, Thumbnail, type ThumbnailShape } from '../../ui/image-preview.tsx';
import { PdfThumbnail, VideoThumbnail } from '../../ui/media-thumbnail.tsx';
import { RichTextExcerpt } from '../../ui/rich-text/rich-text-excerpt.tsx';
import { StatusSwitch } from '../../ui/status-switch.tsx';
import type { Column } from '../../ui/table-columns.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import { TruncatedText } from '../../ui/truncated-text.tsx';
import { getCaptionsUrl, getFileInfo, getFileUrl } from '../stored-file.ts';
import { getRecordTitle, type Target, useListContext } from './list-context.tsx';
import classes from './list-page.module.css';

type CellProps = { field: Field; name: string; record: AnyRecord };

const ReferenceCell = ({ record, name }: CellProps) => (
  <TruncatedText text={String(record[displayNameOf(name)] ?? '')} />
);

const ChoiceCell = ({ field, record, name }: CellProps) => {
  const selectedOption =
    field.kind === 'choice' ? field.options.find(({ value }) => value === record[name]) : undefined;
  return selectedOption ? <Badge>{selectedOption.label}</Badge> : null;
};

/** Rows that fit into a tall window; the images of later rows load as they are scrolled into view. */
export const eagerRows = 25;

const useIsEager = (record: AnyRecord): boolean => {
  const index = useListContext().rows.indexOf(record);
  return index >= 0 && index < eagerRows;
};

const ImageCell = ({ field, record, name, shape }: CellProps & { shape?: ThumbnailShape }) => {
  const { resource, rows } = useListContext();
  const isEager = useIsEager(record);
  const toImage = (row: AnyRecord) => ({
    src: getFileUrl(row, name),
    label: `${field.label} of ${getRecordTitle(resource, row)}`,
  });
  if (!record[name]) return <NoImage />;
  const info = getFileInfo(record, name);
  return (
    <Thumbnail
      hint={info && formatFile(info)}
      image={toImage(record)}
      gallery={rows.filter((row) => row[name]).map(toImage)}
      shape={shape}
      isEager={isEager}
    />
  );
};

const StatusCell = ({ field, record, name }: CellProps) => {
  const { resource, setStatus } = useListContext();
  return (
    <StatusSwitch
      label={`${field.label} of ${getRecordTitle(resource, record)}`}
      status={record[name] as Status}
      isDisabled={!setStatus}
      isCompact
      onChange={(status) => setStatus?.(record, status)}
    />
  );
};

const createMediaCell =
  (Media: typeof VideoThumbnail) =>
  ({ record, name }: CellProps) => {
    const { resource } = useListContext();
    const isEager = useIsEager(record);
    const info = getFileInfo(record, name);
    const captionsUrl = getCaptionsUrl(resource, record, name);
    const parts = [info && formatFile(info), captionsUrl && 'Captions'].filter(Boolean);
    return record[name] ? (
      <Group component="span" gap={12} wrap="nowrap" className={classes.media}>
        <Media
          url={getFileUrl(record, name)}
          label={getRecordTitle(resource, record)}
          captionsUrl={captionsUrl}
          isEager={isEager}
        />
        {parts.length > 0 && <TruncatedText text={parts.join(' · ')} />}
      </Group>
    ) : null;
  };

const cells: Record<FieldKind, (props: CellProps) => ReactNode> = {
  text: ({ record, name }) => <TruncatedText text={String(record[name] ?? '')} />,
  richText: ({ record, name }) => <RichTextExcerpt html={String(record[name] ?? '')} />,
  number: ({ record, name }) => (
    <span className="bo-tabular">{(record[name] as number | null)?.toLocaleString('en')}</span>
  ),
  money: ({ record, name }) => (
    <span className="bo-tabular">{formatMoney(record[name] as number | null)}</span>
  ),
  boolean: ({ record, name }) => formatYesNo(record[name] === true),
  date: ({ record, name }) => <span className="bo-tabular">{formatDate(record[name] as string | null)}</span>,
  status: StatusCell,
  choice: ChoiceCell,
  choices: ({ record, name }) => <TruncatedText text={joinChoices(record[name])} />,
  reference: ReferenceCell,
  inherited: ReferenceCell,
  image: ImageCell,
  pdf: createMediaCell(PdfThumbnail),
  video: createMediaCell(VideoThumbnail),
  captions: ({ record, name }) => formatYesNo(Boolean(record[name])),
};

const RowNumberCell = ({ index }: { index: number }) => (
  <span className="bo-tabular">{useListContext().firstIndex + index + 1}</span>
);

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
  <Menu position="bottom-end">
    <Menu.Target>
      <ActionIcon variant="subtle" color="gray" size={28} aria-label={`More actions for ${title}`}>
        <IconDots {...icon} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      {duplicate !== undefined && (
        <MenuItem label="Duplicate" target={duplicate} listPath={listPath} Icon={IconCopy} />
      )}
      {comments !== undefined && (
        <MenuItem label="Comments" target={comments} listPath={listPath} Icon={IconMessage} />
      )}
      {history !== undefined && (
        <MenuItem label="History" target={history} listPath={listPath} Icon={IconHistory} />
      )}
    </Menu.Dropdown>
  </Menu>
);

const ActionsCell = ({ record }: { record: AnyRecord }) => {
  const list = useListContext();
  const { pathname, search } = useLocation();
  const listPath = pathname + search;
  const title = getRecordTitle(list.resource, record);
  const remove = list.remove?.(record);
  const history = list.history?.(record);
  const comments = list.comments?.(record);
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
        <RowMenu {...{ title, history, comments, duplicate, listPath }} />
      )}
      {remove && (
        <span className={classes.remove}>
          <IconButton
            isSmall
            label={`Delete ${title}`}
            tooltip="Delete"
            icon={<IconTrash {...icon} />}
            onClick={remove}
          />
        </span>
      )}
    </Toolbar>
  );
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

type ColumnOptions = { header?: string; width?: string };

export const createListColumns = <R extends Resource>(resource: R) => {
  type Row = RecordOf<R>;
  return {
    rowNumber: ({ width = '3.5rem' }: ColumnOptions = {}): Column<Row> => ({
      ...{ id: 'serial', header: 'S.NO', width },
      cell: (_row, index) => <RowNumberCell index={index} />,
    }),
    field: (name: keyof R['fields'] & string, options: ColumnOptions = {}): Column<Row> => {
      const field = resource.fields[name] as Field;
      const { header = field.label, width = field.kind === 'status' ? '7rem' : undefined } = options;
      const Cell = cells[field.kind];
      return {
        ...{ id: name, header, width },
        sortName: isSortable(resource, name) ? name : undefined,
        isMain: name === resource.titleField,
        isNumeric: field.kind === 'number' || field.kind === 'money',
        cell: (record) => <Cell field={field} name={name} record={record} />,
      };
    },
    /** Wide thumbnail for images that can't be cropped to a square, such as banners; `isWhole` doesn't crop at all. */
    wideImage: (
      name: ImageName<R>,
      { header, width, isWhole = false }: ColumnOptions & { isWhole?: boolean } = {},
    ): Column<Row> => {
      const field = resource.fields[name] as Field;
      return {
        ...{ id: name, header: header ?? field.label, width },
        cell: (record) => (
          <ImageCell field={field} name={name} record={record} shape={isWhole ? 'whole' : 'wide'} />
        ),
      };
    },
    timestamp: (name: 'createdAt' | 'updatedAt'): Column<Row> => ({
      ...{ id: name, header: timestampLabels[name], width: '11rem', sortName: name },
      cell: (record) => <span className="bo-tabular">{formatDateTime(record[name])}</span>,
    }),
    link: ({
      header,
      width,
      to,
      label,
    }: ColumnOptions & { header: string; to: (record: Row) => string; label: string }): Column<Row> => ({
      ...{ id: header, header, width },
      cell: (record) => (
        <Anchor component={Link} to={to(record)} inherit>
          {label}
          <span className="bo-visually-hidden"> of {getRecordTitle(resource, record)}</span>
        </Anchor>
      ),
    }),
    actions: ({ header = 'Action', width = getActionsWidth(resource) }: ColumnOptions = {}): Column<Row> => ({
      ...{ id: 'actions', header, width, isActions: true },
      cell: (record) => <ActionsCell record={record} />,
    }),
  };
};
