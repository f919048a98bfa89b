import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AnyRecord, FileInfo, RecordFiles, Resource } from '#shared/resource-kit/define-resource.ts';
import { altNameOf, type Field, type FileField, toImgAlt } from '#shared/resource-kit/fields.ts';
import { formatYesNo } from '#shared/resource-kit/labels.ts';
import { kindOfFile } from '#shared/uploads.ts';
import { uploadPath } from '#shared/urls.ts';
import { isLocalFile } from '../../platform/local-files.ts';
import { DownloadLink, FileCaption } from '../../ui/file-caption.tsx';
import { formatFile } from '../../ui/format.ts';
import { NoImage, Thumbnail, type ThumbnailShape } from '../../ui/image-preview.tsx';
import { PdfThumbnail, VideoPlayer, VideoThumbnail } from '../../ui/media.tsx';
import { TruncatedText } from '../../ui/truncated-text.tsx';
import classes from './file.module.css';
import type { CellProps, Kind, RecordValues, ValueProps } from './kind.ts';

/** Original name and size of a stored file; undefined if the server doesn't return them. */
export const getFileInfo = ({ files }: RecordValues, name: string): FileInfo | undefined =>
  (files as RecordFiles | undefined)?.[name];

/** URL of a stored file, including its original name. */
const getFileUrl = (record: RecordValues, name: string): string =>
  uploadPath(String(record[name]), getFileInfo(record, name)?.name);

/** URL of the stored captions of a video field; undefined without captions. */
export const getCaptionsUrl = (resource: Resource, record: RecordValues, name: string): string | undefined => {
  const captions = Object.entries(resource.fields).find(
    ([, field]) => 'captionsOf' in field && field.captionsOf === name,
  )?.[0];
  return captions && typeof record[captions] === 'string' ? getFileUrl(record, captions) : undefined;
};

/** Names a file by its field and record: "Thumbnail of Gel pen". */
export const describeFile = (
  { titleField }: Resource,
  record: RecordValues,
  { label }: Pick<Field, 'label'>,
): string => (record[titleField] ? `${label} of ${String(record[titleField])}` : label);

/** Rows that fit into a tall window; the images of later rows load as they are scrolled into view. */
export const eagerRows = 25;

export const ImageCell = (props: CellProps & { shape?: ThumbnailShape }) => {
  const { field, record, name, index, getRows, getTitle, shape } = props;
  if (!record[name]) return <NoImage />;
  const toImage = (row: AnyRecord) => ({
    src: getFileUrl(row, name),
    label: `${field.label} of ${getTitle(row)}`,
    alt: toImgAlt(row[altNameOf(name)]),
  });
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

const MediaCell = ({ Media, ...props }: CellProps & { Media: typeof VideoThumbnail }) => {
  const { resource, record, name, index, getTitle } = props;
  if (!record[name]) return null;
  const info = getFileInfo(record, name);
  const captionsUrl = getCaptionsUrl(resource, record, name);
  const parts = [info && formatFile(info), captionsUrl && 'Captions'].filter(Boolean);
  return (
    <Group component="span" gap={12} wrap="nowrap" className={classes.media}>
      <Media
        url={getFileUrl(record, name)}
        label={getTitle(record)}
        captionsUrl={captionsUrl}
        isEager={index < eagerRows}
      />
      {parts.length > 0 && <TruncatedText text={parts.join(' · ')} />}
    </Group>
  );
};

const FileValue = (props: ValueProps & { children: (file: { url: string; label: string }) => ReactNode }) => {
  const { resource, field, name, record, children } = props;
  const file = record[name];
  if (!file) return 'N/A';
  const url = isLocalFile(file) ? file.previewUrl : getFileUrl(record, name);
  return (
    <>
      {children({ url, label: describeFile(resource, record, field) })}
      <FileCaption info={isLocalFile(file) ? file : getFileInfo(record, name)} />
    </>
  );
};

const getAlt = ({ record, name }: ValueProps): unknown => record[name] && record[altNameOf(name)];

/** The alternative text below a picture, if it has one. */
export const AltCaption = ({ alt }: { alt: unknown }) =>
  typeof alt === 'string' &&
  alt !== '' && (
    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {toImgAlt(alt) ? `Alternative text: ${alt}` : 'Decorative picture'}
    </Text>
  );

const file: Kind<FileField> = {
  format: ({ name, record }) => String(record[name] ?? ''),
  toText: () => '',
  getPart: () => 'media',
};

export const image: Kind<FileField> = {
  ...file,
  Cell: ImageCell,
  Value: (props) => (
    <>
      <FileValue {...props}>
        {({ url, label }) => <Thumbnail image={{ src: url, label, alt: toImgAlt(getAlt(props)) }} shape="contain" />}
      </FileValue>
      <AltCaption alt={getAlt(props)} />
    </>
  ),
  width: 6,
};

export const pdf: Kind<FileField> = {
  ...file,
  Cell: (props) => <MediaCell {...props} Media={PdfThumbnail} />,
  Value: (props) => <FileValue {...props}>{(shown) => <PdfThumbnail {...shown} />}</FileValue>,
  width: 7,
};

export const video: Kind<FileField> = {
  ...file,
  Cell: (props) => <MediaCell {...props} Media={VideoThumbnail} />,
  Value: (props) => (
    <FileValue {...props}>
      {(shown) => <VideoPlayer {...shown} captionsUrl={getCaptionsUrl(props.resource, props.record, props.name)} />}
    </FileValue>
  ),
  width: 7.5,
};

export const captions: Kind<FileField> = {
  ...file,
  Cell: ({ record, name }) => formatYesNo(Boolean(record[name])),
  Value: (props) => (
    <FileValue {...props}>{({ url, label }) => <DownloadLink url={url} label={`Download ${label}`} />}</FileValue>
  ),
  width: 6.5,
};

const ofType = { image, pdf, video, captions };

/** The kind of the file itself. */
const getTypeOf = ({ name, record }: Pick<ValueProps, 'name' | 'record'>): Kind<FileField> => {
  const file = record[name];
  return ofType[kindOfFile(isLocalFile(file) ? file.name : String(file)) ?? 'captions'];
};

export const media: Kind<FileField> = {
  ...file,
  Cell: (props) => getTypeOf(props).Cell?.(props),
  Value: (props) => getTypeOf(props).Value?.(props),
  width: 7,
};
