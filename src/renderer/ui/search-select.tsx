import { getOptionsLockup, getParsedComboboxData, Select, type SelectProps } from '@mantine/core';
import { type FocusEvent, useState } from 'react';

/** Select with a search. Text that matches no option stays in the input, with an error. */
export const SearchSelect = ({
  value = null,
  error,
  onChange,
  onBlur,
  ...props
}: Omit<SelectProps, 'searchable' | 'searchValue' | 'onSearchChange'>) => {
  // Uncontrolled until the user types, so that Mantine shows the label of the value.
  const [search, setSearch] = useState<string>();
  const [unknownText, setUnknownText] = useState('');
  const options = Object.values(getOptionsLockup(getParsedComboboxData<string>(props.data)));
  const findOption = (text: string) =>
    options.find(({ label }) => label.toLowerCase() === text.toLowerCase());
  const keepUnknownText = (event: FocusEvent<HTMLInputElement>) => {
    const text = event.currentTarget.value.trim();
    const option = findOption(text);
    if (option && option.value !== value) onChange?.(option.value, option);
    else if (text !== '' && !option) {
      setSearch(text);
      setUnknownText(text);
    }
    onBlur?.(event);
  };
  return (
    <Select
      {...props}
      searchable
      value={value}
      error={error || (unknownText !== '' && `“${unknownText}” isn’t an option`)}
      searchValue={search}
      onSearchChange={(text) => {
        setSearch(text);
        setUnknownText((current) => (current === text ? current : ''));
      }}
      onChange={onChange}
      onBlur={keepUnknownText}
    />
  );
};
