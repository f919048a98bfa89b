import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { user } from '#shared/resources/user.ts';
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
