import { location } from '#shared/resources/location.ts';
import { ModalListPage } from '../../resource/form/form-modal.tsx';
import { ResourceField } from '../../resource/form/resource-field.tsx';
import { listColumns } from '../../resource/list/columns.tsx';

const column = listColumns(location);

const columns = [
  column.serial(),
  column.field('countryId', { header: 'Country Name' }),
  column.field('regionId', { header: 'Region Name' }),
  column.field('stateId', { header: 'State Name' }),
  column.field('cityId', { header: 'City Name' }),
  column.field('name'),
  column.field('status', { width: '8rem' }),
  column.actions({ width: '7.5rem' }),
];

export const LocationList = () => (
  <ModalListPage resource={location} columns={columns}>
    <ResourceField resource={location} name="countryId" />
    <ResourceField resource={location} name="regionId" />
    <ResourceField resource={location} name="stateId" />
    <ResourceField resource={location} name="cityId" />
    <ResourceField resource={location} name="name" />
    <ResourceField resource={location} name="status" />
  </ModalListPage>
);
