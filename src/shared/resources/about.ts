import { defineResource } from '../resource-kit/define-resource.ts';
import { richText, status, text } from '../resource-kit/fields.ts';

export const about = defineResource({
  name: 'about',
  label: 'About Us',
  labelPlural: 'About Us',
  titleField: 'name',
  paths: { list: '/FrontendCMS/AboutUs/AboutList', form: '/FrontendCMS/AboutUs/AboutAddEdit' },
  isSingleton: true,
  fields: {
    name: text({ label: 'Title', isRequired: true, isSearchable: true }),
    description: richText({ label: 'Description', isSearchable: true }),
    status: status(),
  },
  site: { path: 'about', fields: ['name', 'description'] },
});
