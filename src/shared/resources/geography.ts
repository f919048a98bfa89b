import { defineResource } from '../resource-kit/define-resource.ts';
import { inherited, reference, status, text } from '../resource-kit/fields.ts';

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
