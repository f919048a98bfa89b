import { catalogue } from '#shared/resources/catalogue.ts';
import { listColumns } from '../../resource/list/columns.tsx';
import { ListPage } from '../../resource/list/list-page.tsx';

const column = listColumns(catalogue);

const columns = [
  column.serial(),
  column.field('pdf', { header: 'PDF', width: '17rem' }),
  column.field('name'),
  column.actions({ width: '7.5rem' }),
];

export const CatalogueList = () => <ListPage resource={catalogue} columns={columns} />;
