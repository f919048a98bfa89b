import { blogs } from '#shared/resources/blogs.ts';
import { listColumns } from '../../resource/list/columns.tsx';
import { ListPage } from '../../resource/list/list-page.tsx';

const column = listColumns(blogs);

const columns = [
  column.serial(),
  column.field('image', { header: 'Image', width: '5rem' }),
  column.field('title', { width: '28%' }),
  column.field('description', { header: 'Blog Description' }),
  column.field('author', { header: 'Blog Author', width: '15%' }),
  column.actions({ width: '7.5rem' }),
];

export const BlogList = () => <ListPage resource={blogs} columns={columns} />;
