import { country } from '#shared/resources/country.ts';
import { ModalListPage } from '../../resource/form/form-modal.tsx';
import { ResourceField } from '../../resource/form/resource-field.tsx';
import { listColumns } from '../../resource/list/columns.tsx';

const column = listColumns(country);

const columns = [
  column.serial(),
  column.field('name'),
  column.field('status', { width: '8rem' }),
  column.actions({ width: '7.5rem' }),
];

export const CountryList = () => (
  <ModalListPage resource={country} columns={columns}>
    <ResourceField resource={country} name="name" />
    <ResourceField resource={country} name="status" />
  </ModalListPage>
);
