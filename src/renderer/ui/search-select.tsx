import {
  type ComboboxData,
  type ComboboxItem,
  getOptionsLockup,
  getParsedComboboxData,
  type OptionsFilter,
  Select,
  type SelectProps,
} from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useBeforeSubmit } from './use-before-submit.ts';

export const unknownOptionError = (text: string): string => `“${text}” isn’t an option`;

const toItems = (option: ComboboxData[number]) =>
  typeof option === 'object' && 'items' in option ? option.items : [option];

type FilterInput = Parameters<OptionsFilter>[0];

/** Options that contain the typed text, one with exactly this label first, because Enter selects the first one. */
export const matchOptions = ({ options, search, limit }: FilterInput): ComboboxItem[] => {
  const text = search.trim().toLowerCase();
  const lowerCased = (option: ComboboxItem) => option.label.toLowerCase();
  return options
    .flatMap((option) => ('items' in option ? option.items : option))
    .filter((option) => lowerCased(option).includes(text))
    .toSorted((one, other) => Number(lowerCased(other) === text) - Number(lowerCased(one) === text))
    .slice(0, limit);
};

/** Keeps the hint, which is the title of a group of all options. */
const createFilter =
  (hint: string | undefined): OptionsFilter =>
  (input) => {
    const items = matchOptions(input);
    return hint === undefined || items.length === 0 ? items : [{ group: hint, items }];
  };

/** Select with a search. Text that matches no option stays in the input, with an error. */
export const SearchSelect = ({
  value = null,
  error,
  onChange,
  onBlur,
  onUnknownText,
  onSearch,
  ref,
  hint,
  isSearching = false,
  data = [],
  filter = createFilter(hint),
  ...props
}: Omit<SelectProps, 'searchable' | 'searchValue' | 'onSearchChange'> & {
  /** Called with the text that matches no option, and with '' once it is gone. */
  onUnknownText?: ((text: string) => void) | undefined;
  /** Called with the text in the input. */
  onSearch?: (text: string) => void;
  /** Shown above the options. */
  hint?: string | undefined;
  /** The options for the text in the input aren't loaded yet. */
  isSearching?: boolean;
}) => {
  // Uncontrolled until the user types, so that Mantine shows the label of the value.
  const [search, setSearch] = useState<string>();
  const [unknownText, setUnknownText] = useState('');
  const options = Object.values(getOptionsLockup(getParsedComboboxData<string>(data)));
  const findOption = (text: string) =>
    options.find(({ label }) => label.toLowerCase() === text.toLowerCase());
  const commit = (input: HTMLInputElement) => {
    const text = input.value.trim();
    const option = findOption(text);
    if (option && option.value !== value) onChange?.(option.value, option);
    else if (text !== '' && !option) {
      // Mantine empties the input when it loses the focus.
      setSearch(text);
      onSearch?.(text);
      setUnknownText(text);
      onUnknownText?.(text);
    }
  };
  const mergedRef = useMergedRef(ref, useBeforeSubmit(commit));
  const lateOption = unknownText === '' ? undefined : findOption(unknownText);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the option may be loaded after its label was typed
  useEffect(() => {
    if (!lateOption) return;
    setUnknownText('');
    onUnknownText?.('');
    onChange?.(lateOption.value, lateOption);
  }, [lateOption?.value]);
  return (
    <Select
      {...props}
      ref={mergedRef}
      data={hint === undefined ? data : [{ group: hint, items: data.flatMap(toItems) }]}
      searchable
      filter={filter}
      selectFirstOptionOnChange
      value={value}
      // An option of this name may have been added since.
      error={error || (unknownText !== '' && !lateOption && !isSearching && unknownOptionError(unknownText))}
      searchValue={search}
      onSearchChange={(text) => {
        setSearch(text);
        onSearch?.(text);
        if (text === unknownText) return;
        setUnknownText('');
        onUnknownText?.('');
      }}
      onChange={onChange}
      onBlur={(event) => {
        commit(event.currentTarget);
        onBlur?.(event);
      }}
    />
  );
};
