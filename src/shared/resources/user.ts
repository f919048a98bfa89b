import { defineResource } from '../resource-kit/define-resource.ts';
import { choice, reference, status, text } from '../resource-kit/fields.ts';

/** The password is not a field: a separate operation writes it, and it is never read. */
export const user = defineResource({
  name: 'user',
  label: 'User',
  titleField: 'name',
  paths: { list: '/UserManagerList', view: '/UserManagerDetail/:id', form: '/UserManagerAddEdit' },
  api: { createPath: 'create-user' },
  fields: {
    name: text({ label: 'Name', isRequired: true, isSearchable: true }),
    email: text({ label: 'Email', isRequired: true, isSearchable: true, inputType: 'email' }),
    phone: text({ label: 'Phone Number', isSearchable: true, inputType: 'tel' }),
    address: text({ label: 'Address', isMultiline: true, isSearchable: true }),
    role: choice({
      label: 'Role',
      isRequired: true,
      options: [
        { value: 'ADMIN', label: 'Admin' },
        { value: 'SUBADMIN', label: 'Sub admin' },
        { value: 'USER', label: 'User' },
      ],
    }),
    countryId: reference({ label: 'Country', to: 'country' }),
    regionId: reference({ label: 'Region', to: 'region' }),
    stateId: reference({ label: 'State', to: 'state' }),
    cityId: reference({ label: 'City', to: 'city' }),
    locationId: reference({ label: 'Location', to: 'location' }),
    status: status(),
  },
});
