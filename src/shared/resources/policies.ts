import { defineResource } from '../resource-kit/define-resource.ts';
import { richText, status, text } from '../resource-kit/fields.ts';

export const privacy = defineResource({
  name: 'privacy',
  label: 'Privacy Policy',
  labelPlural: 'Privacy Policy',
  titleField: 'title',
  paths: {
    list: '/PrivacyPolicy/PrivacyPolicyList',
    view: '/PrivacyPolicy/PrivacyPolicyView/:id',
    form: '/PrivacyPolicy/PrivacyPolicyAddEdit',
  },
  isSingleton: true,
  api: { isPosted: true },
  fields: {
    title: text({ label: 'Title', isRequired: true, isSearchable: true }),
    description: richText({ label: 'Description', isRequired: true, isSearchable: true }),
    status: status(),
  },
  site: { path: 'privacy', fields: ['title', 'description'] },
});

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
  site: { path: 'terms', fields: ['title', 'description'] },
});
