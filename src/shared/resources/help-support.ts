import { defineResource } from '../resource-kit/define-resource.ts';
import { exampleTime } from '../resource-kit/examples.ts';
import { asOptions, choice, text } from '../resource-kit/fields.ts';

export const helpSupport = defineResource({
  name: 'helpSupport',
  label: 'Chat',
  titleField: 'title',
  paths: {
    list: '/FrontendCMS/HelpSupport/HelpSupportList',
    view: '/FrontendCMS/HelpSupport/HelpSupportView/:id',
    add: '/FrontendCMS/HelpSupport/HelpSupportAdd',
  },
  fields: {
    chatId: text({ label: 'Chat ID', isSearchable: true, isCode: true }),
    title: text({ label: 'Title', isRequired: true, isSearchable: true }),
    guestName: text({ label: 'Guest Name', isRequired: true, isSearchable: true }),
    email: text({ label: 'Email', isSearchable: true, inputType: 'email' }),
    phoneNumber: text({ label: 'Phone Number', isSearchable: true, inputType: 'tel' }),
    startChat: text({ label: 'Start Conversation', example: exampleTime }),
    endChat: text({ label: 'End Conversation', example: '' }),
    status: choice({
      label: 'Chat Status',
      isRequired: true,
      initial: 'Pending',
      options: asOptions(['Pending', 'Solved']),
    }),
  },
});
