import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import type { Field, FieldKind, Status } from '#shared/resource-kit/fields.ts';
import { formatYesNo, statusLabels } from '#shared/resource-kit/labels.ts';
import { DownloadLink, FileCaption } from '../ui/file-caption.tsx';
import { formatDate, formatMoney, joinChoices } from '../ui/format.ts';
import { Thumbnail } from '../ui/image-preview.tsx';
import { PdfThumbnail, VideoPlayer } from '../ui/media-thumbnail.tsx';
import { RichTextView } from '../ui/rich-text/rich-text-view.tsx';
import { isLocalFile } from './form/form-values.ts';
import { ReferenceLabel } from './reference-label.tsx';
import { getCaptionsUrl, getFileInfo, getFileUrl } from './stored-file.ts';

const emptyLabel = 'N/A';

/** Values of a record or a form, including the labels of references. */
export type RecordValues = Readonly<Record<string, unknown>>;

type ValueProps = { resource: Resource; field: Field; name: string; record: RecordValues };

/** Names a file by its field and record: "Thumbnail of Gel pen". */
export const describeFile = (
  { titleField }: Resource,
  record: RecordValues,
  { label }: Pick<Field, 'label'>,
): string => (record[titleField] ? `${label} of ${String(record[titleField])}` : label);

const formatText = (value: unknown): string =>
  value === null || value === undefined || value === '' ? emptyLabel : String(value);

const fileValue =
  (show: (file: { url: string; label: string }, props: ValueProps) => ReactNode) => (props: ValueProps) => {
    const { resource, field, record, name } = props;
    const file = record[name];
    if (!file) return emptyLabel;
    const info = isLocalFile(file) ? file : getFileInfo(record, name);
    return (
      <>
        {show(
          {
            url: isLocalFile(file) ? file.previewUrl : getFileUrl(record, name),
            label: describeFile(resource, record, field),
          },
          props,
        )}
        <FileCaption info={info} />
      </>
    );
  };

const valueComponents: Record<FieldKind, (props: ValueProps) => ReactNode> = {
  text: ({ record, name }) => <Text style={{ whiteSpace: 'pre-wrap' }}>{formatText(record[name])}</Text>,
  richText: ({ record, name }) => (record[name] ? <RichTextView html={String(record[name])} /> : emptyLabel),
  number: ({ record, name }) => (record[name] as number | null)?.toLocaleString('en') ?? emptyLabel,
  money: ({ record, name }) => formatMoney(record[name] as number | null) || emptyLabel,
  boolean: ({ record, name }) => formatYesNo(record[name] === true),
  date: ({ record, name }) => formatDate(record[name] as string | null) || emptyLabel,
  status: ({ record, name }) => statusLabels[record[name] as Status] ?? emptyLabel,
  choice: ({ field, record, name }) =>
    field.kind === 'choice'
      ? (field.options.find(({ value }) => value === record[name])?.label ?? emptyLabel)
      : emptyLabel,
  choices: ({ record, name }) => formatText(joinChoices(record[name])),
  reference: (props) => <ReferenceLabel {...props}>{formatText}</ReferenceLabel>,
  inherited: (props) => <ReferenceLabel {...props}>{formatText}</ReferenceLabel>,
  image: fileValue(({ url, label }) => <Thumbnail image={{ src: url, label }} shape="contain" />),
  pdf: fileValue((file) => <PdfThumbnail {...file} />),
  video: fileValue((file, { resource, record, name }) => (
    <VideoPlayer {...file} captionsUrl={getCaptionsUrl(resource, record, name)} />
  )),
  captions: fileValue(({ url, label }) => <DownloadLink url={url} label={`Download ${label}`} />),
};

export const FieldValue = (props: ValueProps) => {
  const Value = valueComponents[props.field.kind];
  return <Value {...props} />;
};
