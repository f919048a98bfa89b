import { IconBell } from '@tabler/icons-react';
import { notification } from '#shared/resources/notification.ts';
import { resourceScreens } from '../resource/screens/resource-screens.ts';

export const notificationScreens = resourceScreens(notification, {
  menu: {
    group: 'messages',
    label: 'Notifications',
    icon: IconBell,
    to: `${notification.paths.list}/?status=All`,
  },
  list: async () => (await import('./notification/notification-list.tsx')).NotificationList,
  view: async () => (await import('./notification/notification-view.tsx')).NotificationView,
  form: async () => (await import('./notification/notification-form.tsx')).NotificationForm,
});
