import { Anchor, Button, Card, Skeleton, Text, Title } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useLocation, useParams } from 'react-router-dom';
import type { AnyRecord, RecordOf, Resource } from '#shared/resource-kit/define-resource.ts';
import {
  displayNameOf,
  type Field,
  isAltField,
  isFileField,
  isPositionField,
  isReferenceField,
  type Status,
} from '#shared/resource-kit/fields.ts';
import { screenPaths } from '#shared/resource-kit/paths.ts';
import { findResource } from '#shared/resources/index.ts';
import { formatDateTime } from '../ui/format.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { StatusSwitch } from '../ui/switch.tsx';
import formClasses from './form/form-page.module.css';
import { useRecord } from './hooks.ts';
import { trySaveInline } from './inline/inline-save.ts';
import { InlineValue } from './inline/inline-value.tsx';
import { useShowWaiting } from './inline/waiting-values.ts';
import { FieldValue } from './kinds/field-diff.tsx';
import { FileUses } from './kinds/file-uses.tsx';
import { getKind } from './kinds/index.tsx';
import type { ValueProps, ViewPart } from './kinds/kind.ts';
import { RecordPosition } from './list/record-position.tsx';
import { PresentUsers } from './live/present-users.tsx';
import { useHasStatus, useOpenRecord } from './open-page.ts';
import { isUnavailable, RecordError } from './query-error.tsx';
import { RecordButtons } from './record-buttons.tsx';
import { RecordPanel } from './record-panel.tsx';
import { fillPathWithRecord, getListPath, getRecordPath, getRecordTitle, getWindowTitle } from './record-paths.ts';
import { WaitingChange } from './save/queue-notices.tsx';
import { useIsFieldSupported } from './server-level.ts';
import { useCan } from './session-store.ts';
import classes from './view-page.module.css';

/** A field of the record, read-only. */
export type ViewedValue<R extends Resource = Resource> =
  | (keyof R['fields'] & string)
  | {
      name: keyof R['fields'] & string;
      label?: string;
      /** Shown instead of an empty value; default: N/A. */
      emptyText?: string;
      /** The specification doesn't name this field for the page: it is hidden while it is empty. */
      isExtra?: boolean;
      isSwitch?: boolean;
      /** Undefined: the value as it is. */
      render?: (record: RecordOf<R>) => ReactNode;
    };

const StatusToggle = ({ resource, record, label }: { resource: Resource; record: AnyRecord; label: string }) => {
  const can = useCan(resource.name);
  return (
    <StatusSwitch
      label={label}
      status={record.status as Status}
      isDisabled={!can('update')}
      onChange={(status) => void trySaveInline(resource, { record, values: { status } })}
    />
  );
};

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** A value; a reference leads to its record, for users who may open it. */
const ViewedField = ({ hasLinks, ...props }: ValueProps & { hasLinks: boolean }) => {
  const { field, name, record } = props;
  const target = isReferenceField(field) ? findResource(field.to) : undefined;
  const can = useCan(target?.name ?? '');
  const isLinked = hasLinks && target && record[displayNameOf(name)] && can('update');
  if (!isLinked) return <FieldValue {...props} />;
  return (
    <Anchor component={Link} to={getRecordPath(target, { ...record, _id: String(record[name]) })} inherit>
      <FieldValue {...props} />
    </Anchor>
  );
};

type ShownValue = { part: ViewPart; name: string; label: string; content: ReactNode };

const showValues = <R extends Resource>(
  resource: R,
  record: RecordOf<R>,
  values: readonly ViewedValue<R>[],
  { isEditable, hasLinks }: { isEditable: (field: Field) => boolean; hasLinks: boolean },
): ShownValue[] =>
  values.flatMap((value) => {
    const { name, emptyText, isExtra, isSwitch, render, ...options } =
      typeof value === 'string' ? { name: value } : value;
    const field: Field | undefined = resource.fields[name];
    if (!field) throw new Error(`${resource.label} has no field ${name}`);
    const isMissing = isEmpty((record as AnyRecord)[name]);
    if (isMissing && isExtra && !field.isRequired) return [];
    const { label = field.label } = options;
    const shown = { part: getKind(field).getPart?.(field) ?? ('facts' as const), name, label };
    const rendered = render?.(record);
    if (rendered !== undefined) return [{ ...shown, content: rendered }];
    if (isSwitch) return [{ ...shown, content: <StatusToggle resource={resource} record={record} label={label} /> }];
    const file = isFileField(field) && !isMissing && String((record as AnyRecord)[name]);
    const content = (
      <>
        {isMissing && emptyText !== undefined ? (
          emptyText
        ) : (
          <ViewedField resource={resource} field={field} name={name} record={record} hasLinks={hasLinks} />
        )}
        {file && <FileUses file={file} label={label} recordId={record._id} />}
      </>
    );
    if (!isEditable(field)) return [{ ...shown, content }];
    const editable = (
      <InlineValue key={`${record._id} ${name}`} isBlock resource={resource} name={name} record={record}>
        {content}
      </InlineValue>
    );
    return [{ ...shown, content: editable }];
  });

const Values = ({ values, part }: { values: readonly ShownValue[]; part: ViewPart }) => {
  const shown = values.filter((value) => value.part === part);
  if (shown.length === 0) return null;
  return (
    <dl className={classes[part]}>
      {shown.map(({ name, label, content }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{content}</dd>
        </div>
      ))}
    </dl>
  );
};

// Either time may be missing, depending on the server.
const Timestamps = ({ record: { createdAt, updatedAt } }: { record: AnyRecord }) => {
  const timestamps = [
    createdAt && `Created ${formatDateTime(createdAt)}`,
    updatedAt && updatedAt !== createdAt && `Updated ${formatDateTime(updatedAt)}`,
  ].filter(Boolean);
  if (timestamps.length === 0) return null;
  return (
    <Text fz="xs" c="dimmed" className={`${classes.timestamps} bo-tabular`}>
      {timestamps.join(' · ')}
    </Text>
  );
};

/** The values of a record outside its own page, without those that the server doesn't return. */
export const RecordOverview = <R extends Resource>({ resource, record }: { resource: R; record: RecordOf<R> }) => {
  const values = Object.entries(resource.fields).flatMap(([name, field]) =>
    name in record && !isAltField(field) && !isPositionField(field) ? [{ name, isExtra: true }] : [],
  );
  const shown = showValues(resource, record, values, { isEditable: () => false, hasLinks: false });
  return (
    <>
      <Values values={shown} part="facts" />
      <Values values={shown} part="texts" />
      <Values values={shown} part="media" />
      <Timestamps record={record} />
    </>
  );
};

/** Leads to the records that are filed under the same one. */
const findParent = (resource: Resource, record: AnyRecord | undefined, name: string | undefined) => {
  const label = name && record?.[displayNameOf(name)];
  if (!label) return [];
  const to = getListPath(resource, { [name]: String(record[name]) });
  return to === undefined ? [] : [{ label: String(label), to }];
};

/** Read-only page of the record whose id is in the address. */
export const ViewPage = <R extends Resource>(props: {
  resource: R;
  values: readonly ViewedValue<R>[];
  /** Default: the title of the record. */
  title?: string;
  /** Default: the list of the resource. */
  listPath?: string;
  /** The reference to what the record is filed under. */
  parent?: keyof R['fields'] & string;
  children?: ReactNode | ((record: RecordOf<R>) => ReactNode);
}) => {
  const { resource, values, title, listPath, parent, children } = props;
  const { edit, list = '' } = screenPaths(resource.paths);
  const { id } = useParams();
  const { state } = useLocation();
  const backPath: string = listPath ?? state?.listPath ?? list;
  const query = useRecord(resource, id);
  const can = useCan(resource.name);
  const showWaiting = useShowWaiting(resource);
  const hasStatus = useHasStatus(resource);
  const record = query.data && showWaiting(query.data);
  useOpenRecord(
    record && {
      resource,
      record,
      screen: 'view',
      status:
        hasStatus && can('update')
          ? {
              get: () => (record as AnyRecord).status as Status,
              set: (status) => void trySaveInline(resource, { record, values: { status } }),
            }
          : undefined,
    },
  );
  const isSupported = useIsFieldSupported();
  const canEdit = edit !== undefined && can('update');
  const isEditable = (field: Field) => canEdit && isSupported(field) && !getKind(field).isDerived;
  const shown = record && showValues(resource, record, values, { isEditable, hasLinks: true });
  return (
    <div className={formClasses.page}>
      <div className={formClasses.header}>
        <PageHeader
          title={title ?? (record ? getRecordTitle(resource, record) : `${resource.label} details`)}
          subtitle={title !== undefined && record?.[resource.titleField] ? getRecordTitle(resource, record) : undefined}
          windowTitle={record && getWindowTitle(resource, record, resource.label)}
          breadcrumb={[{ label: resource.labelPlural, to: backPath }, ...findParent(resource, record, parent)]}
        >
          {record && <PresentUsers resource={resource} record={record} mode="view" />}
          {id !== undefined && <RecordPosition resource={resource} id={id} screen="view" />}
          {record && <RecordButtons resource={resource} record={record} />}
          {record && canEdit && (
            <Button
              component={Link}
              to={fillPathWithRecord(edit, record)}
              state={state}
              variant="brand"
              leftSection={<IconPencil size="1rem" />}
            >
              Edit
            </Button>
          )}
        </PageHeader>
      </div>
      <div className={formClasses.body}>
        {id !== undefined && <WaitingChange resource={resource} id={id} />}
        {isUnavailable(query) && <RecordError resource={resource} query={query} listPath={backPath} />}
        {query.isPending && <Skeleton height="16rem" radius="lg" />}
        {record && shown && (
          <div className={classes.page}>
            <div className={classes.main}>
              <Card>
                <Title order={2} mb="md">
                  Overview
                </Title>
                <div className={classes.columns}>
                  <div className={classes.column}>
                    <Values values={shown} part="facts" />
                    <Values values={shown} part="texts" />
                  </div>
                  <Values values={shown} part="media" />
                </div>
                <Timestamps record={record} />
              </Card>
              {typeof children === 'function' ? children(record) : children}
            </div>
            <RecordPanel resource={resource} record={record} />
          </div>
        )}
      </div>
    </div>
  );
};
