import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { isReferenceField } from '#shared/resource-kit/fields.ts';
import { findFilter } from '#shared/resource-kit/list-fields.ts';
import { deletedLabel } from '../hooks.ts';
import { getKind } from '../kinds/index.ts';
import { useReferenceOptions } from '../kinds/reference-options.ts';

type Filters = Readonly<Record<string, string>>;

export type FilterProps = { resource: Resource; name: string; filters: Filters };

export const useFilterOptions = ({ resource, name, filters }: FilterProps) => {
  const field = findFilter(resource, name);
  const { options, missing } = useReferenceOptions({ resource, name, readValue: (other) => filters[other] });
  return {
    label: field?.label ?? name,
    options: (field && getKind(field).getOptions?.(field)) ?? options.data ?? [],
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
  if (!field || !getKind(field).isRangeFilter) return value;
  return getKind(field).format({ field, name, record: { [name]: toAmount(value) } }) || value;
};
