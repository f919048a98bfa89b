import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SelectOption } from '#shared/api.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { displayNameOf, isReferenceField } from '#shared/resource-kit/fields.ts';
import { findFilter } from '#shared/resource-kit/list-fields.ts';
import { findResource } from '#shared/resources/index.ts';
import { getClient } from '../client.ts';
import { getParentFields } from '../dependent-fields.ts';
import { getErrorStatus } from '../errors.ts';
import { deletedLabel, getCachedLabel, maxOptions, optionsQuery } from '../hooks.ts';
import { queryKeys } from '../query-client.ts';
import { useIsFullServer } from '../server-level.ts';

const searchDelay = 200;
const maxQueryLength = 200;

const includesValue = (options: readonly SelectOption[], id: string | null) =>
  id === null || options.some(({ value }) => value === id);

/** The option of a selected record that isn't among the loaded ones. */
const useMissingOption = (resourceName: string, id: string | null) => {
  const target = findResource(resourceName);
  const label = id === null ? null : getCachedLabel(resourceName, id);
  const isNeeded = target && id !== null && label === null;
  const { isLoading, error } = useQuery({
    queryKey: queryKeys.record(resourceName, id ?? ''),
    queryFn: isNeeded ? ({ signal }) => getClient(target).get(id, signal) : skipToken,
  });
  return { option: id === null || label === null ? null : { value: id, label }, isLoading, error };
};

/**
 * Options of a select. If a resource has more records than a select loads, `onSearch` finds them on the server, and the
 * selected one is always among the options.
 */
export const useSelectOptions = (
  resourceName: string,
  {
    filters = {},
    isEnabled = true,
    selected,
  }: { filters?: Record<string, string>; isEnabled?: boolean; selected: string | null },
) => {
  const [text, setText] = useState('');
  const search = text.trim().slice(0, maxQueryLength);
  const [query] = useDebouncedValue(search, searchDelay);
  const isLimited = useIsFullServer() === true;
  const first = useQuery({ ...optionsQuery(resourceName, filters), enabled: isEnabled });
  const hasMore = isLimited && first.data?.length === maxOptions;
  // The text of a select that isn't being searched is the label of its value.
  const isSearch = hasMore && query !== '' && query !== getCachedLabel(resourceName, selected);
  const found = useQuery({
    ...optionsQuery(resourceName, { ...filters, query }),
    enabled: isEnabled && isSearch,
    placeholderData: keepPreviousData,
  });
  const loaded = (isSearch ? found.data : undefined) ?? first.data;
  const isMissing = hasMore && loaded !== undefined && !includesValue(loaded, selected);
  const missing = useMissingOption(resourceName, isMissing ? selected : null);
  const isUnavailable = missing.error !== null && getErrorStatus(missing.error) !== 404;
  const isSearching = hasMore && (search !== query || (isSearch && found.isFetching));
  return {
    data: loaded && missing.option ? [missing.option, ...loaded] : loaded,
    isLoading: first.isLoading || missing.isLoading,
    isError: first.isLoadingError || (isSearch && found.isLoadingError),
    isSuccess: first.isSuccess && !isSearching && !missing.isLoading && !isUnavailable,
    isEmpty: first.data?.length === 0,
    isSearching,
    /** For the select. */
    search: { isSearching, hint: hasMore ? 'Type to search' : undefined, onSearch: setText },
    refetch: isSearch ? found.refetch : first.refetch,
  };
};

/** Options of a reference field, limited by the values of its parent fields. */
export const useReferenceOptions = (reference: {
  resource: Resource;
  name: string;
  readValue: (name: string) => unknown;
  /** The name of the selected record, if it is known. */
  ownLabel?: unknown;
}) => {
  const { resource, name, readValue, ownLabel } = reference;
  const field = findFilter(resource, name);
  const target = field && isReferenceField(field) ? field.to : '';
  const parentValues = getParentFields(resource, name).map((other) => [other, readValue(other)] as const);
  const isFilled = (filled: unknown): filled is string => typeof filled === 'string' && filled !== '';
  const firstMissing = parentValues.find(([, parent]) => !isFilled(parent))?.[0];
  const filters = Object.fromEntries(
    parentValues.flatMap(([other, parent]) => (isFilled(parent) ? [[other, parent]] : [])),
  );
  const value = readValue(name);
  const id = isFilled(value) ? value : null;
  const options = useSelectOptions(target, { filters, isEnabled: target !== '' && !firstMissing, selected: id });
  const loaded = options.data ?? [];
  const isListed = id === null || loaded.some((option) => option.value === id);
  const isDeleted = !isListed && options.isSuccess && !ownLabel;
  return {
    id,
    filters,
    options,
    isDeleted,
    /** Includes the selected record. */
    all: isListed
      ? loaded
      : [{ value: id, label: isDeleted ? deletedLabel(target) : String(ownLabel ?? '') }, ...loaded],
    /** Shown instead of no options. */
    getEmptyText: (none: string): string => {
      if (options.isError) return 'Couldn’t load the options';
      return options.isLoading || options.isSearching ? 'Loading' : none;
    },
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
