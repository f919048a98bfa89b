import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { minQueryLength, searchRecords } from './search-records.ts';

const searchDelayMs = 250;

export const useRecordSearch = (inputValue: string) => {
  const [query] = useDebouncedValue(inputValue, searchDelayMs);
  const isEnabled = inputValue.length >= minQueryLength;
  const results = useQuery({
    queryKey: ['recordSearch', query],
    queryFn: ({ signal }) => searchRecords(query, signal),
    enabled: isEnabled && query.length >= minQueryLength,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return {
    groups: isEnabled ? (results.data ?? []) : [],
    isSearching: isEnabled && (query !== inputValue || results.isFetching),
    error: isEnabled ? results.error : null,
  };
};
