import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { displayNameOf, isReferenceField } from '#shared/resource-kit/fields.ts';
import { findFilter } from '#shared/resource-kit/list-fields.ts';
import { getParentFields } from './dependent-fields.ts';
import { getCachedLabel } from './hooks.ts';
import { useSelectOptions } from './use-select-options.ts';

/** Options of a reference field, limited by the values of its parent fields. */
export const useReferenceOptions = ({
  resource,
  name,
  readValue,
}: {
  resource: Resource;
  name: string;
  readValue: (name: string) => unknown;
}) => {
  const field = findFilter(resource, name);
  const target = field && isReferenceField(field) ? field.to : '';
  const parentValues = getParentFields(resource, name).map((other) => [other, readValue(other)] as const);
  const value = readValue(name);
  const isFilled = (filled: unknown): filled is string => typeof filled === 'string' && filled !== '';
  const firstMissing = parentValues.find(([, parent]) => !isFilled(parent))?.[0];
  const filters = Object.fromEntries(
    parentValues.flatMap(([other, parent]) => (isFilled(parent) ? [[other, parent]] : [])),
  );
  return {
    filters,
    options: useSelectOptions(target, {
      filters,
      isEnabled: target !== '' && !firstMissing,
      selected: isFilled(value) ? value : null,
    }),
    /** Label of the field that must be filled in first; null if none is missing. */
    missing: firstMissing === undefined ? null : (findFilter(resource, firstMissing)?.label ?? null),
  };
};

/** Label of the record that limits the options, such as a region's country. */
export const parentLabelOf = (
  resource: Resource,
  { filters, record }: { filters: Record<string, string>; record: AnyRecord | null },
): string | null => {
  // The last filter is the closest: a city is in a state of a region of a country.
  const [name, id] = Object.entries(filters).at(-1) ?? [];
  const field = name === undefined ? undefined : findFilter(resource, name);
  if (name === undefined || !field || !isReferenceField(field)) return null;
  const ownLabel = record?.[name] === id ? record?.[displayNameOf(name)] : null;
  return getCachedLabel(field.to, id) ?? (typeof ownLabel === 'string' ? ownLabel : null);
};
