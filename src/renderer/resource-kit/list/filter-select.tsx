import { inSentence } from '#shared/resource-kit/labels.ts';
import { getClearButtonProps } from '../../ui/clear-button.ts';
import { SearchSelect } from '../../ui/search-select.tsx';
import { type FilterProps, formatFilterValue, useFilterOptions } from './filter-options.ts';

export const FilterSelect = ({
  onChange,
  ...filter
}: FilterProps & { onChange: (value: string | null) => void }) => {
  const { name, filters } = filter;
  const { label, options, isLoading, missing, ...search } = useFilterOptions(filter);
  const value = filters[name]?.toLowerCase();
  const selected = options.find((option) => option.value.toLowerCase() === value);
  const unknownValue = selected || isLoading ? undefined : filters[name];
  const unknownLabel = formatFilterValue(filter, unknownValue ?? '');
  const isWaiting = missing !== null && value === undefined;
  return (
    <SearchSelect
      {...search}
      label={label}
      placeholder={isWaiting ? `Select ${inSentence(missing)} first` : isLoading ? 'Loading' : 'All'}
      disabled={isWaiting}
      // An unknown value in the address filters too, so it can be seen and cleared here.
      data={unknownValue === undefined ? options : [...options, { value: unknownValue, label: unknownLabel }]}
      value={selected?.value ?? unknownValue ?? null}
      error={unknownValue !== undefined && `“${unknownLabel}” isn’t an option`}
      clearable
      limit={200}
      nothingFoundMessage="Nothing found"
      clearButtonProps={getClearButtonProps(`Clear ${label}`)}
      onChange={onChange}
    />
  );
};
