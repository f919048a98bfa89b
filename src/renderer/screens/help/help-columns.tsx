import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { helpSupport } from '#shared/resources/help-support.ts';
import { listColumns } from '../../resource/list/columns.tsx';
import { showWhole } from '../../ui/clipped-text.tsx';
import { formatLocalDay } from '../../ui/format.ts';
import type { Column } from '../../ui/table-columns.ts';
import type { HelpChat } from './help-parts.ts';

const column = listColumns(helpSupport);

/** A field column with a custom cell. */
const field = (
  name: keyof typeof helpSupport.fields,
  width: string,
  render: (chat: HelpChat) => ReactNode,
): Column<HelpChat> => ({ ...column.field(name, { width }), cell: ({ row }) => render(row.original) });

/** Fixed widths fit short values; the percentages share the rest of the window. */
export const helpColumns: Column<HelpChat>[] = [
  column.serial({ width: '4rem' }),
  column.field('chatId', { width: '9rem' }),
  column.field('title', { width: '14%' }),
  field('guestName', '11%', ({ guestName }) => guestName),
  field('email', '16%', ({ email }) => (
    <Text inherit truncate onMouseEnter={showWhole}>
      {email}
    </Text>
  )),
  column.field('phoneNumber', { width: '9rem' }),
  field('startChat', '8.5rem', ({ startChat }) => startChat && formatLocalDay(startChat)),
  field('endChat', '8.5rem', ({ endChat }) => endChat && formatLocalDay(endChat)),
  column.field('status', { width: '7rem' }),
  column.actions({ width: '6.5rem' }),
];
