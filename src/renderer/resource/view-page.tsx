import { Button, Card, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { AnyRecord, RecordOf, Resource } from '#shared/resource/define-resource.ts';
import { displayNameOf, type Field, type FieldKind, type Status } from '#shared/resource/fields.ts';
import { formatYesNo, statusLabels } from '#shared/resource/words.ts';
import { uploadPath } from '#shared/uploads.ts';
import { formatAmount, formatDay, formatMoment } from '../ui/format.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Thumbnail } from '../ui/image-preview.tsx';
import { PdfThumbnail, VideoPlayer } from '../ui/media-thumbnail.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { RichTextView } from '../ui/rich-text-view.tsx';
import { ErrorState } from '../ui/states.tsx';
import { StatusSwitch } from '../ui/status-switch.tsx';
import type { ResourceClient } from './client.ts';
import { messageOf } from './errors.ts';
import classes from './form-page.module.css';
import { useQuickChange, useRecord } from './hooks.ts';
import { useCan } from './session-store.ts';

const none = 'N/A';

type ValueProps = { field: Field; name: string; record: AnyRecord };

const asText = (value: unknown): string =>
  value === null || value === undefined || value === '' ? none : String(value);

const PdfValue = ({ field, record, name }: ValueProps) =>
  record[name] ? <PdfThumbnail url={uploadPath(String(record[name]))} label={field.label} /> : none;

const VideoValue = ({ field, record, name }: ValueProps) =>
  record[name] ? <VideoPlayer url={uploadPath(String(record[name]))} label={field.label} /> : none;

const values: Record<FieldKind, (props: ValueProps) => ReactNode> = {
  text: ({ record, name }) => <Text style={{ whiteSpace: 'pre-wrap' }}>{asText(record[name])}</Text>,
  richText: ({ record, name }) => (record[name] ? <RichTextView html={String(record[name])} /> : none),
  number: ({ record, name }) => (record[name] as number | null)?.toLocaleString('en') ?? none,
  money: ({ record, name }) => formatAmount(record[name] as number | null) || none,
  boolean: ({ record, name }) => formatYesNo(record[name] === true),
  date: ({ record, name }) => formatDay(record[name] as string | null) || none,
  status: ({ record, name }) => statusLabels[record[name] as Status],
  choice: ({ field, record, name }) =>
    field.kind === 'choice'
      ? (field.options.find(({ value }) => value === record[name])?.label ?? none)
      : none,
  choices: ({ record, name }) => asText((record[name] as string[]).join(', ')),
  reference: ({ record, name }) => asText(record[displayNameOf(name)]),
  inherited: ({ record, name }) => asText(record[displayNameOf(name)]),
  image: ({ field, record, name }) =>
    record[name] ? (
      <Thumbnail picture={{ src: uploadPath(String(record[name])), label: field.label }} shape="whole" />
    ) : (
      none
    ),
  pdf: PdfValue,
  video: VideoValue,
};

/** A label with what belongs to it, read-only. */
export const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <Title order={3} size="h3" c="dimmed" mb={4}>
      {label}
    </Title>
    <div>{children}</div>
  </div>
);

/** One field of a record under its label (or another one), read-only; `emptyText` stands where there is no value. */
export const ResourceValue = <R extends Resource>({
  resource,
  name,
  record,
  label,
  emptyText,
}: {
  resource: R;
  name: keyof R['fields'] & string;
  record: RecordOf<R>;
  label?: string;
  emptyText?: string;
}) => {
  const field = resource.fields[name] as Field;
  const Value = values[field.kind];
  return (
    <Labelled label={label ?? field.label}>
      {emptyText !== undefined && !(record as AnyRecord)[name] ? (
        emptyText
      ) : (
        <Value field={field} name={name} record={record} />
      )}
    </Labelled>
  );
};

/** A record's status as a switch that works. */
export const StatusValue = <R extends Resource>({
  resource,
  record,
}: {
  resource: R;
  record: AnyRecord & { status: Status };
}) => {
  const can = useCan(resource.name);
  const change = useQuickChange<Resource>(resource);
  const label = resource.fields.status?.label ?? '';
  return (
    <Labelled label={label}>
      <StatusSwitch
        label={label}
        status={record.status}
        isDisabled={!can('update')}
        onChange={(status) => change.mutate({ id: record._id, values: { status } })}
      />
    </Labelled>
  );
};

/** Short values side by side. */
export const ValueGrid = ({ children }: { children: ReactNode }) => (
  <div className={classes.values}>{children}</div>
);

/** Reads one record whose id is in the address; `children` lay its fields out. */
export const ViewPage = <R extends Resource>({
  client,
  title,
  listPath,
  editPath,
  children,
}: {
  client: ResourceClient<R>;
  title?: string;
  listPath: string;
  editPath?: (record: RecordOf<R>) => string;
  children: (record: RecordOf<R>) => ReactNode;
}) => {
  const { resource } = client;
  const { id } = useParams();
  const query = useRecord(client, id);
  const can = useCan(resource.name);
  const record = query.data;
  return (
    <div className={classes.page}>
      <div className={classes.header}>
        <PageHeader
          title={title ?? `${resource.label} details`}
          leading={
            <IconButton
              label={`Back to ${resource.labelPlural}`}
              icon={<IconArrowLeft size="1.125rem" />}
              to={listPath}
            />
          }
        >
          {record && editPath && can('update') && (
            <Button
              component={Link}
              to={editPath(record)}
              data-brand
              leftSection={<IconPencil size="1rem" />}
            >
              Edit
            </Button>
          )}
        </PageHeader>
      </div>
      <div className={classes.body}>
        {query.isError && (
          <ErrorState message={messageOf(query.error)} onRetry={() => void query.refetch()} />
        )}
        {query.isPending && <Skeleton height="16rem" radius="lg" maw="60rem" />}
        {record && (
          <Card withBorder radius="lg" padding="lg" shadow="xs" maw="60rem">
            <Title order={2} mb="md">
              Overview
            </Title>
            <Stack gap="lg">
              {children(record)}
              <Text size="sm" c="dimmed">
                {`Added ${formatMoment(record.createdAt)} · changed ${formatMoment(record.updatedAt)}`}
              </Text>
            </Stack>
          </Card>
        )}
      </div>
    </div>
  );
};
