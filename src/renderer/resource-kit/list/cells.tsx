import { Badge, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AnyRecord } from '#shared/resource-kit/define-resource.ts';
import type { Field, FieldKind, Status } from '#shared/resource-kit/fields.ts';
import { formatYesNo } from '#shared/resource-kit/labels.ts';
import { formatDate, formatFile, formatMoney, joinChoices } from '../../ui/format.ts';
import { NoImage, Thumbnail, type ThumbnailShape } from '../../ui/image-preview.tsx';
import { PdfThumbnail, VideoThumbnail } from '../../ui/media-thumbnail.tsx';
import { StatusSwitch } from '../../ui/switch.tsx';
import { RichTextExcerpt, TruncatedText } from '../../ui/truncated-text.tsx';
import { ReferenceLabel } from '../reference-label.tsx';
import { getCaptionsUrl, getFileInfo, getFileUrl } from '../stored-file.ts';
import { getRecordTitle, useListContext } from './list-context.tsx';
import classes from './list-page.module.css';

type CellProps = { field: Field; name: string; record: AnyRecord; index: number };

const ReferenceCell = (props: CellProps) => (
  <ReferenceLabel {...props}>{(label) => <TruncatedText text={label} />}</ReferenceLabel>
);

const ChoiceCell = ({ field, record, name }: CellProps) => {
  const selectedOption =
    field.kind === 'choice' ? field.options.find(({ value }) => value === record[name]) : undefined;
  return selectedOption ? <Badge>{selectedOption.label}</Badge> : null;
};

/** Rows that fit into a tall window; the images of later rows load as they are scrolled into view. */
export const eagerRows = 25;

export const ImageCell = ({ field, record, name, index, shape }: CellProps & { shape?: ThumbnailShape }) => {
  const { resource, getRows } = useListContext();
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
      getGallery={() =>
        getRows()
          .filter((row) => row[name])
          .map(toImage)
      }
      shape={shape}
      isEager={index < eagerRows}
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
  ({ record, name, index }: CellProps) => {
    const { resource } = useListContext();
    const info = getFileInfo(record, name);
    const captionsUrl = getCaptionsUrl(resource, record, name);
    const parts = [info && formatFile(info), captionsUrl && 'Captions'].filter(Boolean);
    return record[name] ? (
      <Group component="span" gap={12} wrap="nowrap" className={classes.media}>
        <Media
          url={getFileUrl(record, name)}
          label={getRecordTitle(resource, record)}
          captionsUrl={captionsUrl}
          isEager={index < eagerRows}
        />
        {parts.length > 0 && <TruncatedText text={parts.join(' · ')} />}
      </Group>
    ) : null;
  };

/** How lists show the value of a field of each kind. */
export const cells: Record<FieldKind, (props: CellProps) => ReactNode> = {
  text: ({ record, name }) => <TruncatedText text={String(record[name] ?? '')} />,
  richText: ({ record, name }) => <RichTextExcerpt html={String(record[name] ?? '')} />,
  number: ({ record, name }) => (
    <span className="bo-tabular">{(record[name] as number | null)?.toLocaleString('en')}</span>
  ),
  money: ({ record, name }) => <span className="bo-tabular">{formatMoney(record[name] as number | null)}</span>,
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
