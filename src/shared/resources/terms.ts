import { defineResource } from '../resource/define-resource.ts';
import { richText, status, text } from '../resource/fields.ts';

export const terms = defineResource({
  name: 'terms',
  label: 'Terms and Conditions',
  labelPlural: 'Terms and Conditions',
  titleField: 'title',
  paths: {
    list: '/TermCondition/TermConditionList',
    view: '/TermCondition/TermConditionView/:id',
    form: '/TermCondition/TermConditionAddEdit',
  },
  isSingle: true,
  api: { isPosted: true },
  fields: {
    title: text({ label: 'Title', isRequired: true, isSearchable: true }),
    description: richText({ label: 'Description', isRequired: true, isSearchable: true }),
    status: status(),
  },
});
