import {
  type ComboboxData,
  getOptionsLockup,
  getParsedComboboxData,
  Select,
  type SelectProps,
} from '@mantine/core';
import { type FocusEvent, useEffect, useState } from 'react';

export const unknownOptionError = (text: string): string => `“${text}” isn’t an option`;

const toItems = (option: ComboboxData[number]) =>
  typeof option === 'object' && 'items' in option ? option.items : [option];

/** Select with a search. Text that matches no option stays in the input, with an error. */
export const SearchSelect = ({
  value = null,
  error,
  onChange,
  onBlur,
  onUnknownText,
  onSearch,
  hint,
  isSearching = false,
  data = [],
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
  const keepUnknownText = (event: FocusEvent<HTMLInputElement>) => {
    const text = event.currentTarget.value.trim();
    const option = findOption(text);
    if (option && option.value !== value) onChange?.(option.value, option);
    else if (text !== '' && !option) {
      // Mantine has emptied the input.
      setSearch(text);
      onSearch?.(text);
      setUnknownText(text);
      onUnknownText?.(text);
    }
    onBlur?.(event);
  };
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
      data={hint === undefined ? data : [{ group: hint, items: data.flatMap(toItems) }]}
      searchable
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
      onBlur={keepUnknownText}
    />
  );
};
