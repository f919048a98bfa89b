import type { ComboboxItem } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isArrayOf, isShape, isString } from '#shared/guards.ts';
import { category } from '#shared/resources/category.ts';
import { request } from '../../resource-kit/client.ts';
import { queryKeys } from '../../resource-kit/query-client.ts';
import { getClearButtonProps } from '../../ui/clear-button.ts';
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
  const options = (tree.data ?? []).flatMap(({ _id, name, subCategoryArr }): ComboboxItem[] => [
    { value: _id, label: name },
    ...subCategoryArr.map((child) => ({ value: child._id, label: `${name} › ${child.name}` })),
  ]);
  const select = (value: string | null) => {
    const parent = tree.data?.find(({ subCategoryArr }) => subCategoryArr.some(({ _id }) => _id === value));
    onChange({ categoryId: parent?._id ?? value, subCategoryId: parent ? value : null });
  };
  return (
    <SearchSelect
      label={category.label}
      placeholder={tree.isLoading ? 'Loading' : 'All'}
      data={options}
      value={filters.subCategoryId ?? filters.categoryId ?? null}
      onChange={select}
      clearable
      allowDeselect={false}
      limit={200}
      nothingFoundMessage="Nothing found"
      clearButtonProps={getClearButtonProps(`Clear ${category.label}`)}
    />
  );
};
