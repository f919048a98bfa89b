import type { RecordOf } from '#shared/resource/define-resource.ts';
import { helpSupport } from '#shared/resources/help-support.ts';
import type { TabSet } from '../../resource/list/list-tabs.tsx';

export type HelpChat = RecordOf<typeof helpSupport>;

/** What chats are listed by. */
export const statusTabs: TabSet = {
  name: 'status',
  tabs: [{ value: 'All', label: 'All' }, ...helpSupport.fields.status.options],
};
