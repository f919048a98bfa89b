import type { TabSet } from '../../resource/list/list-tabs.tsx';

/** What notifications are listed by. */
export const statusTabs: TabSet = {
  name: 'status',
  tabs: [
    { value: 'All', label: 'All' },
    { value: 'Read', label: 'Read' },
    { value: 'Unread', label: 'Unread' },
  ],
};
