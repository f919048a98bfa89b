import { faq } from '#shared/resources/faq.ts';
import { listColumns } from '../../resource/list/columns.tsx';
import { ListPage } from '../../resource/list/list-page.tsx';

const column = listColumns(faq);

const columns = [
  column.serial(),
  column.field('name', { width: '30%' }),
  column.field('description'),
  column.field('status', { width: '8rem' }),
  column.actions(),
];

export const FaqList = () => <ListPage resource={faq} title="FAQ’s" columns={columns} />;
