import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { generatePath } from 'react-router-dom';
import { user } from '#shared/resources/user.ts';
import { createListColumns } from '../../resource-kit/list/columns.tsx';
import { ListPage } from '../../resource-kit/list/list-page.tsx';
import { type TabFilter, useCurrentTab } from '../../resource-kit/list/list-state.tsx';
import { useCan } from '../../resource-kit/session-store.ts';

export const AdminsOnlyNote = () => {
  const can = useCan(user.name);
  if (can('update')) return null;
  return (
    <Alert color="gray" variant="light" icon={<IconInfoCircle size="1.125rem" />}>
      Only admins can add, change or delete users
    </Alert>
  );
};

const roleTabs: TabFilter = {
  name: 'role',
  tabs: [
    { value: 'All', label: 'All' },
    { value: 'admin', label: 'Admin' },
    { value: 'subadmin', label: 'Sub admin' },
    { value: 'user', label: 'User' },
  ],
};

const column = createListColumns(user);

const columns = [
  column.rowNumber({ width: '6%' }),
  column.field('name', { width: '25%' }),
  column.field('email', { width: '25%' }),
  column.field('phone', { width: '17%' }),
  column.field('status', { width: '12%' }),
  column.actions({ width: '15%' }),
];

export const UserList = () => {
  const role = useCurrentTab(roleTabs).value;
  const getPath = (path: string, id: string) => `${generatePath(path, { id })}/?role=${role}`;
  return (
    <ListPage
      resource={user}
      title={`${role} List`}
      windowTitle={[`${role} List`, user.labelPlural]}
      tabFilter={roleTabs}
      columns={columns}
      view={({ _id }) => getPath(user.paths.view, _id)}
      edit={({ _id }) => getPath(`${user.paths.form}/:id`, _id)}
    >
      <AdminsOnlyNote />
    </ListPage>
  );
};
