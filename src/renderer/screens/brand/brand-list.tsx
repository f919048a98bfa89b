import { generatePath } from 'react-router-dom';
import { brandsPage } from '#shared/resources/brands-page.ts';
import { listColumns } from '../../resource/list/columns.tsx';
import { ListPage } from '../../resource/list/list-page.tsx';

const column = listColumns(brandsPage);

const columns = [
  column.banner('bannerImage', { header: 'Brand Image', width: '8rem' }),
  column.field('role', { header: 'Brand Role', width: '8rem' }),
  column.field('title', { header: 'Title', width: '22%' }),
  column.field('description'),
  column.link({
    header: 'View',
    width: '5rem',
    label: 'View',
    to: ({ _id }) => generatePath(brandsPage.paths.view, { id: _id }),
  }),
  column.actions({ width: '7.5rem' }),
];

export const BrandList = () => <ListPage resource={brandsPage} columns={columns} view={null} />;
