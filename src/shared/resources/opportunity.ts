import { defineResource } from '../resource-kit/define-resource.ts';
import { asOptions, choice, choices, richText, text } from '../resource-kit/fields.ts';

export const opportunity = defineResource({
  name: 'opportunity',
  label: 'Opportunity',
  labelPlural: 'Opportunities',
  titleField: 'profile',
  paths: { list: '/FrontendCMS/opportunity/list', form: '/FrontendCMS/opportunity/add-edit' },
  api: { isIdInBody: true },
  fields: {
    profile: text({ label: 'Profile', isRequired: true, isSearchable: true }),
    selectedJobTypes: choices({
      label: 'Job Types',
      options: asOptions(['Part Time', 'Full Time', 'Freelance', 'Contract']),
    }),
    selectedLocation: choices({
      label: 'Location',
      options: asOptions(['Delhi', 'Karnataka', 'Tamil Nadu', 'Punjab', 'Guwahati']),
    }),
    industry: choice({ label: 'Industry', options: asOptions(['Stationery']) }),
    responsibilty: richText({ label: 'Responsibility', isSearchable: true }),
    skills: richText({ label: 'Skills', isSearchable: true }),
    quality: richText({ label: 'Quality', isSearchable: true }),
    qualification: richText({ label: 'Qualification', isSearchable: true }),
    aboutJob: text({ label: 'About the job', isMultiline: true, isSearchable: true }),
    aboutCompany: text({ label: 'About the company', isMultiline: true, isSearchable: true }),
    salary: text({ label: 'Salary', isSearchable: true }),
  },
});
