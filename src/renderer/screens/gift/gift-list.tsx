import { gift } from '#shared/resources/gift.ts';
import { listColumns } from '../../resource/list/columns.tsx';
import { ListPage } from '../../resource/list/list-page.tsx';

const column = listColumns(gift);

const columns = [
  column.serial(),
  column.field('name', { width: '25%' }),
  column.field('description'),
  column.field('numberOfPoints', { width: '7rem' }),
  column.field('status', { header: 'Chat Status', width: '8.5rem' }),
  column.actions(),
];

export const GiftList = () => <ListPage resource={gift} columns={columns} />;
