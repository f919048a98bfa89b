import { defineResource } from '../resource-kit/define-resource.ts';
import { inherited, reference, status, text } from '../resource-kit/fields.ts';

export const state = defineResource({
  name: 'state',
  label: 'State',
  titleField: 'name',
  hasDistinctNames: true,
  paths: { list: '/StateList' },
  fields: {
    countryId: inherited({ label: 'Country', to: 'country', through: 'regionId' }),
    regionId: reference({ label: 'Region', to: 'region', isRequired: true }),
    name: text({ label: 'State Name', isRequired: true, isSearchable: true }),
    status: status(),
  },
});
