import { defineResource } from '../resource-kit/define-resource.ts';
import { privacy } from './privacy.ts';

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
  isSingleton: true,
  api: privacy.api,
  fields: privacy.fields,
});
