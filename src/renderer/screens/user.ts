import { IconUsers } from '@tabler/icons-react';
import { user } from '#shared/resources/user.ts';
import { resourceScreens } from '../resource/screens/resource-screens.ts';

export const userScreens = resourceScreens(user, {
  menu: { group: 'main', label: 'User Manage', icon: IconUsers, to: `${user.paths.list}/?role=All` },
  list: async () => (await import('./user/user-list.tsx')).UserList,
  view: async () => (await import('./user/user-detail.tsx')).UserDetail,
  prepare: async (values) => (await import('./user/user-body.ts')).userBody(values),
  form: async () => (await import('./user/user-form.tsx')).UserForm,
});
