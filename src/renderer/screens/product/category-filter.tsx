import { useQuery } from '@tanstack/react-query';
import { isArrayOf, isShape, isString } from '#shared/guards.ts';
import { category } from '#shared/resources/category.ts';
import { request } from '../../resource-kit/client.ts';
import { queryKeys } from '../../resource-kit/query-client.ts';
import { SearchSelect } from '../../ui/search-select.tsx';

type Named = { _id: string; name: string };
type Tree = (Named & { subCategoryArr?: unknown })[];

const named = { _id: isString, name: isString };
const areNamed = isArrayOf(isShape<Named>(named));
const isTree = isShape<{ data: Tree }>({ data: isArrayOf(isShape<Named>(named)) });

const fetchTree = async ({ signal }: { signal: AbortSignal }) => {
  const tree = await request<unknown>('GET', '/category/getNestedCategory', { signal });
  if (!isTree(tree)) throw new Error('The server sent an unexpected response');
  return tree.data.map(({ subCategoryArr, ...category }) => ({
    ...category,
    subCategoryArr: areNamed(subCategoryArr) ? subCategoryArr : [],
  }));
};

const noFilter = { categoryId: null, subCategoryId: null };

/** Filter by a category or one of its sub categories. */
export const CategoryFilter = ({
  filters,
  onChange,
}: {
  filters: Readonly<Record<string, string>>;
  onChange: (filters: Record<string, string | null>) => void;
}) => {
  const tree = useQuery({
    queryKey: queryKeys.options(category.name, { nested: 'true' }),
    queryFn: fetchTree,
  });
  // Ids are unique within a table only.
  const categoryKey = (id: string) => `category ${id}`;
  const subCategoryKey = (id: string) => `subCategory ${id}`;
  const choices = (tree.data ?? []).flatMap(({ _id: categoryId, name, subCategoryArr }) => [
    { value: categoryKey(categoryId), label: name, filters: { categoryId, subCategoryId: null } },
    ...subCategoryArr.map((child) => ({
      value: subCategoryKey(child._id),
      label: `${name} › ${child.name}`,
      filters: { categoryId, subCategoryId: child._id },
    })),
  ]);
  const { categoryId, subCategoryId } = filters;
  const categoryValue = categoryId === undefined ? null : categoryKey(categoryId);
  return (
    <SearchSelect
      label={category.label}
      placeholder={tree.isLoading ? 'Loading' : 'All'}
      data={choices}
      value={subCategoryId === undefined ? categoryValue : subCategoryKey(subCategoryId)}
      onChange={(value) => onChange(choices.find((choice) => choice.value === value)?.filters ?? noFilter)}
      clearable
      limit={200}
      nothingFoundMessage="Nothing found"
    />
  );
};
