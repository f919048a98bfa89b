import { useParams, useSearchParams } from 'react-router-dom';
import type { RecordOf } from '#shared/resource/define-resource.ts';
import { notification } from '#shared/resources/notification.ts';
import { useOptimisticUpdate } from '../../resource/hooks.ts';
import { useCan } from '../../resource/session-store.ts';
import { LabeledValue, Value, ViewPage } from '../../resource/view-page.tsx';
import { ReadSwitch } from './read-switch.tsx';
import { useMarkAsRead } from './use-mark-as-read.ts';

const StatusValue = ({ record }: { record: RecordOf<typeof notification> }) => {
  const can = useCan(notification.name);
  const change = useOptimisticUpdate(notification);
  return (
    <LabeledValue label={notification.fields.status.label}>
      <ReadSwitch
        status={record.status}
        isDisabled={!can('update')}
        onChange={(status) => change.mutate({ id: record._id, values: { status } })}
      />
    </LabeledValue>
  );
};

export const NotificationView = () => {
  const [search] = useSearchParams();
  const { id } = useParams();
  useMarkAsRead(id);
  return (
    <ViewPage
      resource={notification}
      listPath={`${notification.paths.list}/?status=${search.get('status') ?? 'All'}`}
    >
      {(record) => (
        <>
          <Value name="userId" />
          <Value name="name" />
          <Value name="description" />
          <StatusValue record={record} />
          <Value name="image" />
        </>
      )}
    </ViewPage>
  );
};
