import { about } from '#shared/resources/about.ts';
import { listColumns } from '../../resource/list/columns.tsx';
import { SingleListPage } from '../../resource/list/single-list-page.tsx';

const column = listColumns(about);

const columns = [
  column.serial(),
  column.field('name', { width: '25%' }),
  column.field('description'),
  column.field('status', { header: 'Chat Status', width: '8.5rem' }),
  column.actions({ width: '6rem' }),
];

export const AboutList = () => <SingleListPage resource={about} columns={columns} />;
