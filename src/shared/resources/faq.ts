import { defineResource } from '../resource-kit/define-resource.ts';
import { richText, status, text } from '../resource-kit/fields.ts';

export const faq = defineResource({
  name: 'faq',
  label: 'FAQ',
  titleField: 'name',
  paths: {
    list: '/FrontendCMS/FAQPage/FAQList',
    view: '/FrontendCMS/FAQPage/FAQDetail/:id',
    form: '/FrontendCMS/FAQPage/FAQAddEdit',
  },
  fields: {
    name: text({ label: 'Question', isRequired: true, isSearchable: true }),
    description: richText({ label: 'Answer', isRequired: true, isSearchable: true }),
    status: status(),
  },
  site: { path: 'faqs', fields: ['name', 'description'] },
});
