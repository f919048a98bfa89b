import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SelectOption } from '#shared/api.ts';
import { findResource } from '#shared/resources/index.ts';
import { getClient } from './client.ts';
import { getErrorStatus } from './errors.ts';
import { getCachedLabel, maxOptions, optionsQuery } from './hooks.ts';
import { queryKeys } from './query-client.ts';
import { useIsFullServer } from './server-level.ts';

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
