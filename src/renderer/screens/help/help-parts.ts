import type { RecordOf } from '#shared/resource/define-resource.ts';
import { helpSupport } from '#shared/resources/help-support.ts';
import { listColumns } from '../../resource/list/columns.tsx';
import type { TabSet } from '../../resource/list/list-tabs.tsx';
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
  column.serial({ width: '5%' }),
  column.field('chatId', { width: '9.5%' }),
  column.field('title'),
  column.field('guestName', { width: '9%' }),
  column.field('email', { width: '14%' }),
  column.field('phoneNumber', { width: '9%' }),
  column.cell({
    header: helpSupport.fields.startChat.label,
    width: '10%',
    render: ({ startChat }) => moment(startChat),
  }),
  column.cell({
    header: helpSupport.fields.endChat.label,
    width: '10%',
    render: ({ endChat }) => moment(endChat),
  }),
  column.field('status', { width: '9.5%' }),
  column.actions({ width: '9.5%' }),
];
