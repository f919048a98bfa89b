import { useQuery } from '@tanstack/react-query';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { isReferenceField } from '#shared/resource-kit/fields.ts';
import { fixedOptions } from '#shared/resource-kit/labels.ts';
import { findFilter } from '#shared/resource-kit/list-fields.ts';
import { findResource } from '#shared/resources/index.ts';
import { deletedLabel, getCachedLabel, recordQuery } from '../hooks.ts';
import { getKind } from '../kinds/index.tsx';

export type FilterProps = { resource: Resource; name: string; filters: Readonly<Record<string, string>> };

export const toAmount = (text: string | undefined): number | null =>
  text === undefined || Number.isNaN(Number(text)) ? null : Number(text);

const looksLikeId = (value: string): boolean => /^(\d+|[\da-f-]{12,})$/i.test(value);

/** A value without the name of a record: an option, an amount, an unknown text, or a deleted record. */
export const formatFilterValue = (resource: Resource, name: string, value: string): string => {
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
