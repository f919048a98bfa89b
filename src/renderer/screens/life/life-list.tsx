import { lifeAtSaya } from '#shared/resources/life-at-saya.ts';
import { listColumns } from '../../resource/list/columns.tsx';
import { ListPage } from '../../resource/list/list-page.tsx';
import type { TabSet } from '../../resource/list/list-tabs.tsx';

const column = listColumns(lifeAtSaya);

const columns = [
  column.field('role', { header: 'Role', width: '20%' }),
  column.field('image', { header: 'Image', width: '6rem' }),
  column.field('video', { header: 'Video', width: '16rem' }),
  column.field('name'),
  column.field('designation'),
  column.actions({ width: '7.5rem' }),
];

const tabSet: TabSet = {
  name: 'role',
  tabs: [{ value: 'All', label: 'All' }, ...lifeAtSaya.fields.role.options],
};

export const LifeList = () => (
  <ListPage
    resource={lifeAtSaya}
    columns={columns}
    tabSet={tabSet}
    addLabel="Add"
    emptyText="No content yet"
  />
);
