import { defineResource } from '../resource-kit/define-resource.ts';
import { asOptions, choice, image, reference, text } from '../resource-kit/fields.ts';

export const notification = defineResource({
  name: 'notification',
  label: 'Notification',
  titleField: 'name',
  paths: {
    list: '/Notification/NotificationList',
    view: '/Notification/NotificationView/:id',
    add: '/Notification/NotificationAdd',
  },
  fields: {
    userId: reference({ label: 'User', to: 'user', isRequired: true }),
    name: text({ label: 'Title', isRequired: true, isSearchable: true }),
    image: image({ label: 'Image' }),
    description: text({ label: 'Description', isMultiline: true, isSearchable: true }),
    status: choice({
      label: 'Status',
      isRequired: true,
      initial: 'Read',
      options: asOptions(['Read', 'Unread']),
    }),
  },
});
