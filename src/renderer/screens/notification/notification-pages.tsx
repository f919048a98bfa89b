import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useController } from 'react-hook-form';
import { generatePath, useParams, useSearchParams } from 'react-router-dom';
import type { RecordOf } from '#shared/resource-kit/define-resource.ts';
import { notification } from '#shared/resources/notification.ts';
import { getClient } from '../../resource-kit/client.ts';
import { FormPage, FormSection } from '../../resource-kit/form/form-page.tsx';
import type { FormValues } from '../../resource-kit/form/form-values.ts';
import { useRecord } from '../../resource-kit/hooks.ts';
import { trySaveInline } from '../../resource-kit/inline/inline-save.ts';
import { FieldWrapper } from '../../resource-kit/kinds/file-input.tsx';
import { createListColumns } from '../../resource-kit/list/columns.tsx';
import { ListPage } from '../../resource-kit/list/list-page.tsx';
import { getTabFilter, useCurrentTab } from '../../resource-kit/list/list-state.tsx';
import { invalidateResource } from '../../resource-kit/query-client.ts';
import { useCan, useUserId } from '../../resource-kit/session-store.ts';
import { ViewPage } from '../../resource-kit/view-page.tsx';
import { StateSwitch } from '../../ui/switch.tsx';
import type { Column } from '../../ui/table-columns.ts';
import classes from './notification-pages.module.css';

const column = createListColumns(notification);
const statusTabs = getTabFilter(notification, 'status');

const title = column.field('name', { width: '24%' });

const columns: Column<RecordOf<typeof notification>>[] = [
  column.rowNumber(),
  column.field('image', { width: '5rem' }),
  column.field('userId', { header: 'Name', width: '18%' }),
  {
    ...title,
    // Unread ones stand out.
    cell: (row, index) => (
      <span className={classes.title} data-unread={row.status === 'Unread' || undefined}>
        {title.cell(row, index)}
      </span>
    ),
  },
  column.field('description'),
  { ...column.field('status', { width: '6rem' }), cell: ({ status }) => status },
  column.actions({ width: '5.5rem' }),
];

export const NotificationList = () => {
  const status = useCurrentTab(statusTabs).value;
  return (
    <ListPage
      resource={notification}
      title={`${status} Notification List`}
      tabFilter={statusTabs}
      columns={columns}
      view={({ _id }) => `${generatePath(notification.paths.view, { id: _id })}/?status=${status}`}
      canRemove={false}
    />
  );
};

type ReadStatus = (typeof notification.fields.status.options)[number]['value'];

const renderSwitch = (status: unknown, onChange: (status: ReadStatus) => void, isDisabled = false) => (
  <StateSwitch
    label={notification.fields.status.label}
    isOn={status === 'Read'}
    labels={{ on: 'Read', off: 'Unread' }}
    isDisabled={isDisabled}
    onChange={(isOn) => onChange(isOn ? 'Read' : 'Unread')}
  />
);

const client = getClient(notification);

const useMarkAsRead = (id: string | undefined): void => {
  const userId = useUserId();
  const { data: record, isFetchedAfterMount } = useRecord(notification, id);
  const { mutate } = useMutation({
    mutationFn: (unreadId: string) => client.update(unreadId, { status: 'Read' }),
    onSuccess: () => invalidateResource(notification.name),
  });
  const openedId = useRef<string>(null);
  useEffect(() => {
    // Only once per visit, because the switch on the page can mark it as unread again.
    if (!record || !isFetchedAfterMount || openedId.current === record._id) return;
    openedId.current = record._id;
    if (record.userId === userId && record.status === 'Unread') mutate(record._id);
  }, [record, isFetchedAfterMount, userId, mutate]);
};

export const NotificationView = () => {
  const [search] = useSearchParams();
  const { id } = useParams();
  const can = useCan(notification.name);
  useMarkAsRead(id);
  const renderStatus = (record: RecordOf<typeof notification>) =>
    renderSwitch(
      record.status,
      (status) => void trySaveInline(notification, { record, values: { status } }),
      !can('update'),
    );
  return (
    <ViewPage
      resource={notification}
      listPath={`${notification.paths.list}/?status=${search.get('status') ?? 'All'}`}
      values={['userId', 'name', { name: 'status', render: renderStatus }, 'description', 'image']}
    />
  );
};

const StatusField = () => {
  const { field } = useController<FormValues>({ name: 'status' });
  return (
    <FieldWrapper field={{ label: notification.fields.status.label }}>
      {() => renderSwitch(field.value, field.onChange)}
    </FieldWrapper>
  );
};

export const NotificationForm = () => (
  <FormPage
    resource={notification}
    listPath={`${notification.paths.list}/?status=All`}
    content={<FormSection title="Message" fields={['userId', 'name', 'description', 'image']} />}
    sidebar={
      <FormSection title="Read status">
        <StatusField />
      </FormSection>
    }
  />
);
