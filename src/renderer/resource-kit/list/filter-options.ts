import type { SelectOption } from '#shared/api.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { type Field, isReferenceField } from '#shared/resource-kit/fields.ts';
import { formatYesNo, statusOptions } from '#shared/resource-kit/labels.ts';
import { findFilter } from '#shared/resource-kit/list-fields.ts';
import { formatMoney } from '../../ui/format.ts';
import { deletedLabel } from '../hooks.ts';
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
    search: options.search,
    missing,
  };
};

export const toAmount = (text: string | undefined): number | null =>
  text === undefined || Number.isNaN(Number(text)) ? null : Number(text);

const looksLikeId = (value: string): boolean => /^(\d+|[\da-f-]{12,})$/i.test(value);

/** A value that isn't one of the filter's options: an amount, an unknown text, or a deleted record. */
export const formatFilterValue = ({ resource, name }: Omit<FilterProps, 'filters'>, value: string): string => {
  const field = findFilter(resource, name);
  if (field && isReferenceField(field) && looksLikeId(value)) return deletedLabel(field.to);
  return field?.kind === 'money' ? formatMoney(toAmount(value)) || value : value;
};
