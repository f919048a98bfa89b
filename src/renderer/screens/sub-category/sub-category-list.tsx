import { category } from '#shared/resources/category.ts';
import { subCategory } from '#shared/resources/sub-category.ts';
import { ChildListPage } from '../../resource/list/child-list-page.tsx';
import { listColumns } from '../../resource/list/columns.tsx';

const column = listColumns(subCategory);

const columns = [
  column.serial(),
  column.field('name', { width: '25%' }),
  column.field('description'),
  column.field('status', { width: '8rem' }),
  column.actions({ width: '7.5rem' }),
];

export const SubCategoryList = () => (
  <ChildListPage
    resource={subCategory}
    parent={category}
    through="categoryId"
    title={(categoryName) => `Sub Categories of ${categoryName}`}
    columns={columns}
  />
);
