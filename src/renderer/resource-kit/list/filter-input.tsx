import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { isReferenceField, type MoneyField } from '#shared/resource-kit/fields.ts';
import { fixedOptions, inSentence } from '#shared/resource-kit/labels.ts';
import { findFilter } from '#shared/resource-kit/list-fields.ts';
import { findResource } from '#shared/resources/index.ts';
import { SearchSelect } from '../../ui/search-select.tsx';
import { deletedLabel, getCachedLabel, recordQuery } from '../hooks.ts';
import { getKind } from '../kinds/index.tsx';
import { NumberInput, validateNumber } from '../kinds/number-input.tsx';
import { useReferenceOptions } from '../kinds/reference-options.ts';

type FilterProps = { resource: Resource; name: string; filters: Readonly<Record<string, string>> };

const toAmount = (text: string | undefined): number | null =>
  text === undefined || Number.isNaN(Number(text)) ? null : Number(text);

const looksLikeId = (value: string): boolean => /^(\d+|[\da-f-]{12,})$/i.test(value);

/** A value without the name of a record: an option, an amount, an unknown text, or a deleted record. */
const formatFilterValue = (resource: Resource, name: string, value: string): string => {
  const field = findFilter(resource, name);
  if (!field) return value;
  if (isReferenceField(field)) return looksLikeId(value) ? deletedLabel(field.to) : value;
  const { isRangeFilter, format } = getKind(field);
  if (isRangeFilter) return format({ field, name, record: { [name]: toAmount(value) } }) || value;
  return fixedOptions(field)?.find((option) => option.value.toLowerCase() === value.toLowerCase())?.label ?? value;
};

/** The text of a filter's value, with the name of a record. */
export const useFilterText = (resource: Resource, name: string, value: string): string => {
  const field = findFilter(resource, name);
  const target = field && isReferenceField(field) && looksLikeId(value) ? findResource(field.to) : undefined;
  const label = target ? getCachedLabel(target.name, value) : null;
  const isNeeded = target !== undefined && label === null;
  const { isLoading } = useQuery({ ...recordQuery(target ?? resource, value), enabled: isNeeded });
  return label ?? (isLoading ? '…' : formatFilterValue(resource, name, value));
};

type InputProps = FilterProps & { onChange: (value: string | null) => void };

/** Input for one end of a range of amounts. Applies when the focus leaves it or on Enter. */
const FilterAmount = ({ field, name, filters, onChange }: InputProps & { field: MoneyField }) => {
  // Undefined until the user types.
  const [draft, setDraft] = useState<number | string | null>();
  const error = validateNumber(field, draft ?? null);
  const commit = () => {
    if (draft === undefined || error !== null) return;
    setDraft(undefined);
    onChange(draft === null ? null : String(draft));
  };
  return (
    <NumberInput
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

const FilterSelect = ({ resource, name, filters, onChange }: InputProps) => {
  const field = findFilter(resource, name);
  const readValue = (other: string) => filters[other];
  const { missing, options: loaded } = useReferenceOptions({ resource, name, readValue });
  const { isLoading } = loaded;
  const options = (field && fixedOptions(field)) ?? loaded.data ?? [];
  const value = filters[name]?.toLowerCase();
  const selected = options.find((option) => option.value.toLowerCase() === value);
  const unknownValue = selected || isLoading ? undefined : filters[name];
  const unknownLabel = formatFilterValue(resource, name, unknownValue ?? '');
  const isWaiting = missing !== null && value === undefined;
  return (
    <SearchSelect
      {...loaded.search}
      label={field?.label ?? name}
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

export const FilterInput = (props: InputProps) => {
  const field = findFilter(props.resource, props.name);
  return field && getKind(field).isRangeFilter ? (
    <FilterAmount {...props} field={field as MoneyField} />
  ) : (
    <FilterSelect {...props} />
  );
};
