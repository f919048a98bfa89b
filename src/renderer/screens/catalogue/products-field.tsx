import { MultiSelect, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { category } from '#shared/resources/category.ts';
import { allOptionsQuery } from '../../resource-kit/hooks.ts';
import { type ChosenProducts, type ProductChoice, useProductChoices } from './use-design.ts';

/** Chooses products: the active ones, those given, or those of a saved view or a category. */
export const ProductsField = ({
  design: { ids, filter },
  change,
  errors,
  given,
  hasCategories = false,
}: {
  design: ChosenProducts;
  change: (values: ChosenProducts) => void;
  errors: Readonly<Record<string, string>>;
  given: ProductChoice | undefined;
  hasCategories?: boolean;
}) => {
  const groups = useProductChoices(given, hasCategories);
  const choices = groups.flatMap(({ choices: ofGroup }) => ofGroup);
  const current = JSON.stringify(ids ? { ids } : { filter });
  const chosen = choices.find(({ products }) => JSON.stringify(products) === current);
  return (
    <Select
      label="Products"
      searchable
      allowDeselect={false}
      data={groups.map(({ group, choices: items }) => ({ group, items }))}
      value={chosen?.value ?? null}
      placeholder={chosen ? undefined : 'As chosen before'}
      error={errors.filter ?? errors.ids}
      onChange={(value) => {
        const products = choices.find((choice) => choice.value === value)?.products;
        if (products) change({ ids: undefined, filter: undefined, ...products });
      }}
    />
  );
};

export const CategoriesField = ({
  chosen,
  error,
  onChange,
}: {
  chosen: readonly string[];
  error: string | undefined;
  onChange: (chosen: string[]) => void;
}) => {
  const { data = [] } = useQuery(allOptionsQuery(category.name));
  return (
    <MultiSelect
      label="Categories"
      placeholder={chosen.length === 0 ? 'All' : undefined}
      searchable
      clearable
      hidePickedOptions
      data={data.map(({ value, label }) => ({ value, label }))}
      value={[...chosen]}
      error={error}
      onChange={onChange}
    />
  );
};
