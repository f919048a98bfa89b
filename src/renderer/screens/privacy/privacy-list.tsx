import { privacy } from '#shared/resources/privacy.ts';
import { listColumns } from '../../resource/list/columns.tsx';
import { SingleListPage } from '../../resource/list/single-list-page.tsx';

const column = listColumns(privacy);

const columns = [
  column.serial(),
  column.field('title', { width: '25%' }),
  column.field('description'),
  column.field('status', { width: '8rem' }),
  column.actions({ width: '7.5rem' }),
];

export const PrivacyList = () => <SingleListPage resource={privacy} columns={columns} />;
