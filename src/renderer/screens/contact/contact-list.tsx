import { contact } from '#shared/resources/contact.ts';
import { listColumns } from '../../resource/list/columns.tsx';
import { SingleListPage } from '../../resource/list/single-list-page.tsx';

const column = listColumns(contact);

const columns = [
  column.field('email'),
  column.field('phone', { width: '30%' }),
  column.field('status', { width: '8rem' }),
  column.actions({ width: '7.5rem' }),
];

export const ContactList = () => <SingleListPage resource={contact} columns={columns} />;
