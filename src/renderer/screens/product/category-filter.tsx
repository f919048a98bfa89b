import { useQuery } from '@tanstack/react-query';
import { category } from '#shared/resources/category.ts';
import { request } from '../../resource-kit/client.ts';
import { queryKeys } from '../../resource-kit/query-client.ts';
import { SearchSelect } from '../../ui/search-select.tsx';

type Named = { _id: string; name: string };

/** A server that follows only the specification may leave out the sub categories. */
type Tree = (Named & { subCategoryArr?: Named[] | null })[];

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
    queryFn: async ({ signal }) =>
      (await request<{ data: Tree }>('GET', '/category/getNestedCategory', { signal })).data,
  });
  // Ids are unique within a table only.
  const categoryKey = (id: string) => `category ${id}`;
  const subCategoryKey = (id: string) => `subCategory ${id}`;
  const choices = (tree.data ?? []).flatMap(({ _id: categoryId, name, subCategoryArr }) => [
    { value: categoryKey(categoryId), label: name, filters: { categoryId, subCategoryId: null } },
    ...(subCategoryArr ?? []).map((child) => ({
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
