import { useState } from 'react';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { findFilter } from '#shared/resource-kit/list-fields.ts';
import { MoneyInput } from '../../ui/money-input.tsx';
import { SearchSelect } from '../../ui/search-select.tsx';
import { validateValue } from '../validate-value.ts';
import { type FilterProps, formatFilterValue, toAmount, useFilterOptions } from './filter-options.ts';

type InputProps = FilterProps & { onChange: (value: string | null) => void };

/** Input for one end of a range of amounts. Applies when the focus leaves it or on Enter. */
const FilterAmount = ({ resource, name, filters, onChange }: InputProps) => {
  // Undefined until the user types.
  const [draft, setDraft] = useState<number | string | null>();
  const field = findFilter(resource, name);
  if (field?.kind !== 'money') return null;
  const error = validateValue(field, draft ?? null);
  const commit = () => {
    if (draft === undefined || error !== null) return;
    setDraft(undefined);
    onChange(draft === null ? null : String(draft));
  };
  return (
    <MoneyInput
      label={field.label}
      placeholder="Any"
      field={field}
      value={draft === undefined ? toAmount(filters[name]) : draft}
      error={error}
      onChange={setDraft}
      onBlur={commit}
      onKeyDown={({ key }) => key === 'Enter' && commit()}
    />
  );
};

const FilterSelect = ({ onChange, ...filter }: InputProps) => {
  const { name, filters } = filter;
  const { label, options, isLoading, missing, search } = useFilterOptions(filter);
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
      onChange={onChange}
    />
  );
};

export const FilterInput = (props: InputProps) =>
  findFilter(props.resource, props.name)?.kind === 'money' ? <FilterAmount {...props} /> : <FilterSelect {...props} />;
