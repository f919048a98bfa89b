import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useShortcut } from '../../ui/shortcuts.ts';
import type { ListParamsUpdate } from '../list-params.ts';

const searchDelayMs = 300;

export const SearchBox = ({
  label,
  query: current,
  onChange,
}: {
  label: string;
  query: string;
  onChange: (change: ListParamsUpdate, options?: { replace?: boolean }) => void;
}) => {
  const [inputValue, setInputValue] = useState(current);
  const lastQuery = useRef(current);
  const search = (query: string) => {
    // Replaces the history entry while typing, so that Back undoes the whole search.
    onChange({ query }, { replace: lastQuery.current !== '' && query !== '' });
    lastQuery.current = query;
  };
  const searchDebounced = useDebouncedCallback(search, searchDelayMs);
  useEffect(() => {
    if (lastQuery.current === current) return;
    // The address changed elsewhere, for example by going back.
    lastQuery.current = current;
    setInputValue(current);
  }, [current]);
  const input = useRef<HTMLInputElement>(null);
  useShortcut('search', () => input.current?.select());
  const clear = () => {
    setInputValue('');
    searchDebounced.cancel();
    search('');
  };
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={label}
      placeholder="Search"
      flex="1 1 10rem"
      maw="20rem"
      leftSection={<IconSearch size="1rem" aria-hidden />}
      rightSection={inputValue !== '' && <CloseButton size="sm" aria-label="Clear search" onClick={clear} />}
      value={inputValue}
      maxLength={200}
      onChange={(event) => {
        setInputValue(event.currentTarget.value);
        searchDebounced(event.currentTarget.value.trim());
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && inputValue !== '') clear();
        if (event.key === 'Enter') searchDebounced.flush();
      }}
    />
  );
};
