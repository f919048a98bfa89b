import type { RecordOf } from '#shared/resource/define-resource.ts';
import { helpSupport } from '#shared/resources/help-support.ts';
import { listColumns } from '../../resource/columns.tsx';
import type { TabSet } from '../../resource/list-tabs.tsx';
import { formatMoment } from '../../ui/format.ts';

export type HelpChat = RecordOf<typeof helpSupport>;

/** What chats are listed by. */
export const statusTabs: TabSet = {
  name: 'status',
  tabs: [{ value: 'All', label: 'All' }, ...helpSupport.fields.status.options],
};

const column = listColumns(helpSupport);

const moment = (text: string) => (text === '' ? '' : formatMoment(text));

export const helpColumns = [
  column.serial(),
  column.field('chatId', { width: '8.5rem' }),
  column.field('title', { width: '14rem' }),
  column.field('guestName', { width: '9rem' }),
  column.field('email', { width: '13rem' }),
  column.field('phoneNumber', { width: '9rem' }),
  column.cell({
    header: helpSupport.fields.startChat.label,
    width: '8.5rem',
    render: ({ startChat }) => moment(startChat),
  }),
  column.cell({
    header: helpSupport.fields.endChat.label,
    width: '8.5rem',
    render: ({ endChat }) => moment(endChat),
  }),
  column.field('status', { width: '7rem' }),
  column.actions({ width: '6rem' }),
];
