import { generatePath, useParams } from 'react-router-dom';
import { category } from '#shared/resources/category.ts';
import { subCategory } from '#shared/resources/sub-category.ts';
import { routes } from '#shared/routes.ts';
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

export const SubCategoryList = () => {
  const { categoryId = '' } = useParams();
  return (
    <ChildListPage
      resource={subCategory}
      parent={category}
      through="categoryId"
      parentListPath={routes.categoryList}
      title={(categoryName) => `Sub Categories of ${categoryName}`}
      columns={columns}
      add={generatePath(routes.subCategoryAdd, { categoryId })}
      edit={({ _id }) => generatePath(routes.subCategoryEdit, { categoryId, id: _id })}
    />
  );
};
