import type { ReactNode } from 'react';
import type { RecordOf } from '#shared/resource-kit/define-resource.ts';
import { helpSupport } from '#shared/resources/help-support.ts';
import { createListColumns } from '../../resource-kit/list/columns.tsx';
import { getTabFilter } from '../../resource-kit/list/list-tabs.tsx';
import { formatLocalDay } from '../../ui/format.ts';
import type { Column } from '../../ui/table-columns.ts';

export type HelpChat = RecordOf<typeof helpSupport>;

export const statusTabs = getTabFilter(helpSupport, 'status');

const column = createListColumns(helpSupport);

const field = (
  name: keyof typeof helpSupport.fields,
  width: string,
  render: (chat: HelpChat) => ReactNode,
): Column<HelpChat> => ({ ...column.field(name, { width }), cell: render });

const Day = ({ time }: { time: string | null }) => <span className="bo-tabular">{time && formatLocalDay(time)}</span>;

// Together with the title's minimum, these fit a window of 1280 px; long texts have two lines.
export const helpColumns: Column<HelpChat>[] = [
  column.rowNumber({ width: '3.25rem' }),
  column.field('chatId', { width: '9.5%' }),
  column.field('title'),
  field('guestName', '9%', ({ guestName }) => guestName),
  column.field('email', { width: '15%' }),
  column.field('phoneNumber', { width: '8%' }),
  field('startChat', '9%', ({ startChat }) => <Day time={startChat} />),
  field('endChat', '9%', ({ endChat }) => <Day time={endChat} />),
  column.field('status', { width: '8.5%' }),
  column.actions({ width: '4.75rem' }),
];
