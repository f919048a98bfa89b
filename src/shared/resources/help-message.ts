import { defineResource } from '../resource-kit/define-resource.ts';
import { choice, reference, text } from '../resource-kit/fields.ts';

export const helpMessage = defineResource({
  name: 'helpMessage',
  label: 'Message',
  titleField: 'text',
  // No screens: messages are shown in their chat.
  paths: {},
  fields: {
    helpSupportId: reference({
      label: 'Help chat',
      to: 'helpSupport',
      isRequired: true,
      onDelete: 'cascade',
    }),
    author: choice({
      label: 'Author',
      isRequired: true,
      initial: 'STAFF',
      options: [
        { value: 'GUEST', label: 'Guest' },
        { value: 'STAFF', label: 'Staff' },
      ],
    }),
    text: text({ label: 'Message', isRequired: true, isMultiline: true, isSearchable: true }),
  },
});
