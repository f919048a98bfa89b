import { defineResource } from '../resource-kit/define-resource.ts';
import { inherited, reference, status, text } from '../resource-kit/fields.ts';

export const city = defineResource({
  name: 'city',
  label: 'City',
  labelPlural: 'Cities',
  titleField: 'name',
  hasDistinctNames: true,
  paths: { list: '/CityList' },
  fields: {
    countryId: inherited({ label: 'Country', to: 'country', through: 'stateId' }),
    regionId: inherited({ label: 'Region', to: 'region', through: 'stateId' }),
    stateId: reference({ label: 'State', to: 'state', isRequired: true }),
    name: text({ label: 'City Name', isRequired: true, isSearchable: true }),
    status: status(),
  },
});
