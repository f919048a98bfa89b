import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RecordOf } from '#shared/resource-kit/define-resource.ts';
import { helpSupport } from '#shared/resources/help-support.ts';
import { createListColumns } from '../../resource-kit/list/columns.tsx';
import { getTabFilter } from '../../resource-kit/list/list-tabs.tsx';
import { formatLocalDay } from '../../ui/format.ts';
import type { Column } from '../../ui/table-columns.ts';
import { showTitleIfTruncated } from '../../ui/truncated-text.tsx';

export type HelpChat = RecordOf<typeof helpSupport>;

export const statusTabs = getTabFilter(helpSupport, 'status');

const column = createListColumns(helpSupport);

const field = (
  name: keyof typeof helpSupport.fields,
  width: string,
  render: (chat: HelpChat) => ReactNode,
): Column<HelpChat> => ({ ...column.field(name, { width }), cell: render });

export const helpColumns: Column<HelpChat>[] = [
  column.rowNumber({ width: '3.5rem' }),
  column.field('chatId', { width: '8.5rem' }),
  column.field('title'),
  field('guestName', '10rem', ({ guestName }) => guestName),
  field('email', '14rem', ({ email }) => (
    <Text inherit truncate onMouseEnter={showTitleIfTruncated}>
      {email}
    </Text>
  )),
  column.field('phoneNumber', { width: '8.5rem' }),
  field('startChat', '7.5rem', ({ startChat }) => startChat && formatLocalDay(startChat)),
  field('endChat', '7.5rem', ({ endChat }) => endChat && formatLocalDay(endChat)),
  column.field('status', { width: '6rem' }),
  column.actions({ width: '5.5rem' }),
];
