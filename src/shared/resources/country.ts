import { defineResource } from '../resource-kit/define-resource.ts';
import { status, text } from '../resource-kit/fields.ts';

export const country = defineResource({
  name: 'country',
  label: 'Country',
  labelPlural: 'Countries',
  titleField: 'name',
  hasDistinctNames: true,
  paths: { list: '/CountryList' },
  fields: {
    name: text({ label: 'Country Name', isRequired: true, isSearchable: true }),
    status: status(),
  },
});
