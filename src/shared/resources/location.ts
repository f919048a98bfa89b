import { defineResource } from '../resource-kit/define-resource.ts';
import { inherited, reference, status, text } from '../resource-kit/fields.ts';

export const location = defineResource({
  name: 'location',
  label: 'Location',
  titleField: 'name',
  hasDistinctNames: true,
  paths: { list: '/LocationList' },
  fields: {
    countryId: inherited({ label: 'Country', to: 'country', through: 'cityId' }),
    regionId: inherited({ label: 'Region', to: 'region', through: 'cityId' }),
    stateId: inherited({ label: 'State', to: 'state', through: 'cityId' }),
    cityId: reference({ label: 'City', to: 'city', isRequired: true }),
    name: text({ label: 'Location Name', isRequired: true, isSearchable: true }),
    status: status(),
  },
});
