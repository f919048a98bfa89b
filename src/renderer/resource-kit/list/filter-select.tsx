import type { SelectOption } from '#shared/api.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { type Field, isReferenceField } from '#shared/resource-kit/fields.ts';
import { formatYesNo, inSentence, statusOptions } from '#shared/resource-kit/labels.ts';
import { findFilter } from '#shared/resource-kit/list-fields.ts';
import { getClearButtonProps } from '../../ui/clear-button.ts';
import { SearchSelect } from '../../ui/search-select.tsx';
import { useReferenceOptions } from '../reference-options.ts';

const yesNoOptions = [true, false].map((is) => ({ value: String(is), label: formatYesNo(is) }));

const getStaticOptions = (field: Field | undefined): SelectOption[] => {
  if (field?.kind === 'choice') return [...field.options];
  return field?.kind === 'boolean' ? yesNoOptions : statusOptions;
};

type Filters = Readonly<Record<string, string>>;

export type FilterProps = { resource: Resource; name: string; filters: Filters };

export const useFilterOptions = ({ resource, name, filters }: FilterProps) => {
  const field = findFilter(resource, name);
  const { options, missing } = useReferenceOptions({ resource, name, readValue: (other) => filters[other] });
  return {
    label: field?.label ?? name,
    options: field && isReferenceField(field) ? (options.data ?? []) : getStaticOptions(field),
    isLoading: options.isLoading,
    missing,
  };
};

export const FilterSelect = ({
  onChange,
  ...filter
}: FilterProps & { onChange: (value: string | null) => void }) => {
  const { name, filters } = filter;
  const { label, options, isLoading, missing } = useFilterOptions(filter);
  const value = filters[name]?.toLowerCase();
  const selected = options.find((option) => option.value.toLowerCase() === value);
  const unknownValue = selected || isLoading ? undefined : filters[name];
  const isWaiting = missing !== null && value === undefined;
  return (
    <SearchSelect
      label={label}
      placeholder={isWaiting ? `Select ${inSentence(missing)} first` : isLoading ? 'Loading' : 'All'}
      disabled={isWaiting}
      // An unknown value in the address filters too, so it can be seen and cleared here.
      data={unknownValue === undefined ? options : [...options, unknownValue]}
      value={selected?.value ?? unknownValue ?? null}
      error={unknownValue !== undefined && `“${unknownValue}” isn’t an option`}
      clearable
      limit={200}
      nothingFoundMessage="Nothing found"
      clearButtonProps={getClearButtonProps(`Clear ${label}`)}
      onChange={onChange}
    />
  );
};
