import { Button, Card, createSafeContext, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { AnyRecord, RecordOf, Resource } from '#shared/resource-kit/define-resource.ts';
import type { Status } from '#shared/resource-kit/fields.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { screenPaths } from '#shared/resource-kit/paths.ts';
import { formatDateTime } from '../ui/format.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { StatusSwitch } from '../ui/status-switch.tsx';
import { useIsFieldSupported } from './capabilities.ts';
import { FieldValue } from './field-value.tsx';
import classes from './form/form-page.module.css';
import { HistoryButton } from './history/history.tsx';
import { useOptimisticUpdate, useRecord } from './hooks.ts';
import { getWindowTitle } from './list/list-context.tsx';
import { QueryError } from './query-error.tsx';
import { fillPathWithRecord } from './record-paths.ts';
import { useCan } from './session-store.ts';

const ValueGridContext = createContext(false);

/** Read-only content below its label, in the list of a `ViewPage`. */
export const LabeledValue = ({ label, children }: { label: string; children: ReactNode }) => (
  <div data-narrow={useContext(ValueGridContext) || undefined}>
    <Text component="dt" size="var(--mantine-h3-font-size)" fw={600} c="dimmed" mb={4}>
      {label}
    </Text>
    <dd>{children}</dd>
  </div>
);

type ViewedRecord = { resource: Resource; record: AnyRecord };

const [ViewContext, useViewedRecord] = createSafeContext<ViewedRecord>('Value must be used within a view');

/** One field of the record, read-only; `emptyText` replaces an empty value. */
export const Value = ({ name, label, emptyText }: { name: string; label?: string; emptyText?: string }) => {
  const { resource, record } = useViewedRecord();
  const isSupported = useIsFieldSupported();
  const field = resource.fields[name];
  if (!field) throw new Error(`${resource.label} has no field ${name}`);
  if (!isSupported(field)) return null;
  return (
    <LabeledValue label={label ?? field.label}>
      {emptyText !== undefined && !record[name] ? (
        emptyText
      ) : (
        <FieldValue resource={resource} field={field} name={name} record={record} />
      )}
    </LabeledValue>
  );
};

/** The record's status as an editable switch. */
export const StatusToggle = () => {
  const { resource, record } = useViewedRecord();
  const can = useCan(resource.name);
  const change = useOptimisticUpdate(resource);
  const label = resource.fields.status?.label ?? '';
  return (
    <LabeledValue label={label}>
      <StatusSwitch
        label={label}
        status={record.status as Status}
        isDisabled={!can('update')}
        onChange={(status) => change.mutate({ id: record._id, values: { status } })}
      />
    </LabeledValue>
  );
};

// Either time may be missing, depending on the server.
const Timestamps = ({ record: { createdAt, updatedAt } }: { record: AnyRecord }) => {
  const timestamps = [
    createdAt && `Created ${formatDateTime(createdAt)}`,
    updatedAt && `Updated ${formatDateTime(updatedAt)}`,
  ].filter(Boolean);
  if (timestamps.length === 0) return null;
  return (
    <Text size="sm" c="dimmed">
      {timestamps.join(' · ')}
    </Text>
  );
};

/** Values side by side; the others have a row each. */
export const ValueGrid = ({ children }: { children: ReactNode }) => (
  <ValueGridContext value={true}>{children}</ValueGridContext>
);

/** Read-only page of the record whose id is in the address; `children` lay out its fields. */
export const ViewPage = <R extends Resource>({
  resource,
  title,
  listPath,
  note,
  children,
}: {
  resource: R;
  title?: string;
  /** Default: the list of the resource. */
  listPath?: string;
  note?: ReactNode;
  children: ReactNode | ((record: RecordOf<R>) => ReactNode);
}) => {
  const { edit, list = '' } = screenPaths(resource.paths);
  const { id } = useParams();
  const query = useRecord(resource, id);
  const can = useCan(resource.name);
  const record = query.data;
  return (
    <div className={classes.page}>
      <div className={classes.header}>
        <PageHeader
          title={title ?? `${resource.label} details`}
          windowTitle={record && getWindowTitle(resource, record, resource.label)}
          back={{ label: `Back to ${inSentence(resource.labelPlural)}`, to: listPath ?? list }}
        >
          {record && <HistoryButton resource={resource} record={record} />}
          {record && edit && can('update') && (
            <Button
              component={Link}
              to={fillPathWithRecord(edit, record)}
              variant="brand"
              leftSection={<IconPencil size="1rem" />}
            >
              Edit
            </Button>
          )}
        </PageHeader>
      </div>
      <div className={classes.body}>
        {query.isError && <QueryError query={query} />}
        {query.isPending && <Skeleton height="16rem" radius="lg" />}
        {record && (
          <Card withBorder radius="lg" padding="lg" shadow="xs">
            <Title order={2} mb="md">
              Overview
            </Title>
            <Stack gap="lg">
              {note}
              <dl className={classes.values}>
                <ViewContext value={{ resource, record }}>
                  {typeof children === 'function' ? children(record) : children}
                </ViewContext>
              </dl>
              <Timestamps record={record} />
            </Stack>
          </Card>
        )}
      </div>
    </div>
  );
};
