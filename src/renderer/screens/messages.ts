import { IconBell, IconLifebuoy } from '@tabler/icons-react';
import { helpSupport } from '#shared/resources/help-support.ts';
import { notification } from '#shared/resources/notification.ts';
import { resourceScreens } from '../resource-kit/screens/resource-screens.tsx';

export const messageScreens = [
  resourceScreens(notification, {
    menu: { label: 'Notifications', icon: IconBell, to: `${notification.paths.list}/?status=All` },
    purpose: 'Messages to the people who work here.',
    list: async () => (await import('./notification/notification-pages.tsx')).NotificationList,
    view: async () => (await import('./notification/notification-pages.tsx')).NotificationView,
    form: async () => (await import('./notification/notification-pages.tsx')).NotificationForm,
  }),
  resourceScreens(helpSupport, {
    menu: { label: 'Help and support', icon: IconLifebuoy, to: `${helpSupport.paths.list}/?status=All` },
    purpose: 'Customers’ questions arrive here.',
    list: async () => (await import('./help/help-pages.tsx')).HelpList,
    view: async () => (await import('./help/help-view.tsx')).HelpView,
    form: async () => (await import('./help/help-pages.tsx')).HelpForm,
  }),
];
