import { state } from '#shared/resources/state.ts';
import { ModalListPage } from '../../resource/form/form-modal.tsx';
import { ResourceField } from '../../resource/form/resource-field.tsx';
import { listColumns } from '../../resource/list/columns.tsx';

const column = listColumns(state);

const columns = [
  column.serial(),
  column.field('countryId', { header: 'Country Name' }),
  column.field('regionId', { header: 'Region Name' }),
  column.field('name'),
  column.field('status', { width: '8rem' }),
  column.actions({ width: '7.5rem' }),
];

export const StateList = () => (
  <ModalListPage resource={state} columns={columns}>
    <ResourceField resource={state} name="countryId" />
    <ResourceField resource={state} name="regionId" />
    <ResourceField resource={state} name="name" />
    <ResourceField resource={state} name="status" />
  </ModalListPage>
);
