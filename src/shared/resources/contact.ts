import { defineResource } from '../resource-kit/define-resource.ts';
import { status, text } from '../resource-kit/fields.ts';

export const contact = defineResource({
  name: 'contact',
  label: 'Contact',
  labelPlural: 'Contact',
  titleField: 'email',
  paths: {
    list: '/FrontendCMS/Contact/ContactList',
    view: '/FrontendCMS/Contact/ContactView/:id',
    form: '/FrontendCMS/Contact/ContactAddEdit',
  },
  isSingleton: true,
  fields: {
    email: text({ label: 'Email', isRequired: true, isSearchable: true, inputType: 'email' }),
    phone: text({ label: 'Phone Number', isRequired: true, isSearchable: true, inputType: 'tel' }),
    address: text({ label: 'Address', isMultiline: true, isSearchable: true }),
    status: status(),
  },
  site: { path: 'contact', fields: ['email', 'phone', 'address'] },
});
