import { city } from '#shared/resources/city.ts';
import { ModalListPage } from '../../resource/form/form-modal.tsx';
import { ResourceField } from '../../resource/form/resource-field.tsx';
import { listColumns } from '../../resource/list/columns.tsx';

const column = listColumns(city);

const columns = [
  column.serial(),
  column.field('countryId', { header: 'Country Name' }),
  column.field('regionId', { header: 'Region Name' }),
  column.field('stateId', { header: 'State Name' }),
  column.field('name'),
  column.field('status', { width: '8rem' }),
  column.actions({ width: '7.5rem' }),
];

export const CityList = () => (
  <ModalListPage resource={city} columns={columns}>
    <ResourceField resource={city} name="countryId" />
    <ResourceField resource={city} name="regionId" />
    <ResourceField resource={city} name="stateId" />
    <ResourceField resource={city} name="name" />
    <ResourceField resource={city} name="status" />
  </ModalListPage>
);
