import { region } from '#shared/resources/region.ts';
import { ModalListPage } from '../../resource/form/form-modal.tsx';
import { ResourceField } from '../../resource/form/resource-field.tsx';
import { listColumns } from '../../resource/list/columns.tsx';

const column = listColumns(region);

const columns = [
  column.serial(),
  column.field('countryId', { header: 'Country Name', width: '35%' }),
  column.field('name'),
  column.field('status', { width: '8rem' }),
  column.actions({ width: '7.5rem' }),
];

export const RegionList = () => (
  <ModalListPage resource={region} columns={columns}>
    <ResourceField resource={region} name="countryId" />
    <ResourceField resource={region} name="name" />
    <ResourceField resource={region} name="status" />
  </ModalListPage>
);
