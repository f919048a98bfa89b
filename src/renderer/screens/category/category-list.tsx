import { generatePath } from 'react-router-dom';
import { category } from '#shared/resources/category.ts';
import { subCategory } from '#shared/resources/sub-category.ts';
import { listColumns } from '../../resource/list/columns.tsx';
import { ListPage } from '../../resource/list/list-page.tsx';

const column = listColumns(category);

const columns = [
  column.serial(),
  column.field('image', { width: '5.75rem' }),
  column.banner('banner', { width: '7.25rem' }),
  column.field('name', { width: '16%' }),
  column.field('description'),
  column.field('status', { width: '7.5rem' }),
  column.link({
    header: 'Sub Category',
    width: '7rem',
    label: 'Sub Category',
    to: ({ _id }) => generatePath(subCategory.paths.list, { categoryId: _id }),
  }),
  column.actions({ width: '7.5rem' }),
];

export const CategoryList = () => <ListPage resource={category} columns={columns} />;
