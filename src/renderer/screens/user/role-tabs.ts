import type { TabSet } from '../../resource/list/list-tabs.tsx';

/** The roles by which users are listed, as the address names them. */
export const roleTabs: TabSet = {
  name: 'role',
  tabs: [
    { value: 'All', label: 'All' },
    { value: 'admin', label: 'Admin' },
    { value: 'subadmin', label: 'Sub admin' },
    { value: 'user', label: 'User' },
  ],
};
