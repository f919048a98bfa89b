import { generatePath } from 'react-router-dom';
import { notification } from '#shared/resources/notification.ts';
import { createListColumns } from '../../resource-kit/list/columns.tsx';
import { ListPage } from '../../resource-kit/list/list-page.tsx';
import { getTabFilter, useCurrentTab } from '../../resource-kit/list/list-state.tsx';

const column = createListColumns(notification);
const statusTabs = getTabFilter(notification, 'status');

const columns = [
  column.rowNumber(),
  column.field('image', { width: '5rem' }),
  column.field('userId', { header: 'Name', width: '18%' }),
  column.field('name', { width: '24%' }),
  column.field('description'),
  column.field('status', { width: '7rem' }),
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
