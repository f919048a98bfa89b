import { defineResource } from '../resource-kit/define-resource.ts';
import { reference, status, text } from '../resource-kit/fields.ts';

export const region = defineResource({
  name: 'region',
  label: 'Region',
  titleField: 'name',
  hasDistinctNames: true,
  paths: { list: '/RegionList' },
  fields: {
    countryId: reference({ label: 'Country', to: 'country', isRequired: true }),
    name: text({ label: 'Region Name', isRequired: true, isSearchable: true }),
    status: status(),
  },
});
