import { Select } from '@mantine/core';
import { type ChosenProducts, type ProductChoice, useProductChoices } from './use-design.ts';

/** Chooses products: the active ones, those given, or those of a category or a saved view. */
export const ProductsField = ({
  design: { ids, filter },
  change,
  errors,
  given,
}: {
  design: ChosenProducts;
  change: (values: ChosenProducts) => void;
  errors: Readonly<Record<string, string>>;
  given: ProductChoice | undefined;
}) => {
  const groups = useProductChoices(given);
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
