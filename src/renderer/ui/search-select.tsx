import { CheckIcon, type ComboboxItem, type OptionsFilter, Select, type SelectProps, Text } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { SelectOption } from '#shared/api.ts';
import { findEqualOptions, findOption } from '#shared/options.ts';
import { useOnChange } from './use-on-change.ts';

/** Calls `commit` before the form of an input reads its values, so that a save includes the text typed last. */
export const useBeforeSubmit = (commit: (input: HTMLInputElement) => void): RefObject<HTMLInputElement | null> => {
  const ref = useRef<HTMLInputElement>(null);
  const commitInput = useEffectEvent(() => {
    if (ref.current) commit(ref.current);
  });
  useEffect(() => {
    const form = ref.current?.form;
    const handleSubmit = () => commitInput();
    // React handles the event later, in the bubbling phase.
    form?.addEventListener('submit', handleSubmit, { capture: true });
    return () => form?.removeEventListener('submit', handleSubmit, { capture: true });
  }, []);
  return ref;
};

/** Adds the ids to options that would otherwise look the same. */
export const distinguishOptions = <Option extends SelectOption>(options: readonly Option[]): Option[] => {
  const equal = new Set(findEqualOptions(options));
  return options.map((option) =>
    equal.has(option)
      ? { ...option, detail: [option.detail, `ID ${option.value}`].filter(Boolean).join(' · ') }
      : option,
  );
};

/** An option of a select, with its details in a second line. */
export const OptionText = ({ option, checked }: { option: SelectOption | ComboboxItem; checked?: boolean }) => (
  <>
    {checked && <CheckIcon size={12} />}
    <span>
      {option.label}
      {'detail' in option && (
        <Text span display="block" fz="xs" c="dimmed">
          {option.detail}
        </Text>
      )}
    </span>
  </>
);

/** Props that let the keyboard and screen readers reach the clear button of a select. */
export const getClearButtonProps = (label: string) => ({
  'aria-label': label,
  'aria-hidden': false,
  tabIndex: 0,
  // Its default size is below the 24 pixels that WCAG 2.2 requires.
  size: '1.5rem',
});

type FilterInput = Parameters<OptionsFilter>[0];

/** Options that contain the typed text, one with exactly this label first, because Enter selects the first one. */
export const matchOptions = ({ options, search, limit }: FilterInput): ComboboxItem[] => {
  const text = search.trim().toLowerCase();
  const lowerCased = (option: ComboboxItem) => option.label.toLowerCase();
  const rank = (option: ComboboxItem) => Number(lowerCased(option) === text) + Number(option.label === search.trim());
  return options
    .flatMap((option) => ('items' in option ? option.items : option))
    .filter((option) => lowerCased(option).includes(text))
    .toSorted((one, other) => rank(other) - rank(one))
    .slice(0, limit);
};

/** Keeps the hint, which is the title of a group of all options. */
const createFilter =
  (hint: string | undefined): OptionsFilter =>
  (input) => {
    const items = matchOptions(input);
    return hint === undefined || items.length === 0 ? items : [{ group: hint, items }];
  };

/** Select with a search. Text that doesn’t identify one option stays in the input, with an error. */
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
}: Omit<SelectProps, 'searchable' | 'searchValue' | 'onSearchChange' | 'data'> & {
  data?: readonly SelectOption[];
  /** Called with the error of a text that identifies no option, and with '' once it is gone. */
  onUnknownText?: ((error: string) => void) | undefined;
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
  const isTyped = useRef(false);
  const options = distinguishOptions(data);
  const selected = options.find((option) => option.value === value);
  const commit = (input: HTMLInputElement) => {
    const text = input.value.trim();
    const isEdited = isTyped.current && text !== '' && text !== selected?.label.trim();
    isTyped.current = false;
    if (!isEdited) return;
    const option = findOption(options, text);
    if ('error' in option) {
      // Mantine empties the input when it loses the focus.
      setSearch(text);
      onSearch?.(text);
      setUnknownText(text);
      onUnknownText?.(option.error);
    } else if (option !== selected) onChange?.(option.value, option);
  };
  const input = useBeforeSubmit(commit);
  const mergedRef = useMergedRef(ref, input);
  // Mantine marks the first option when the text changes, but not when the options for the text arrive.
  const [marksFirst, setMarksFirst] = useState(true);
  useEffect(() => {
    const list = document.getElementById(input.current?.getAttribute('aria-controls') ?? '');
    const isLost = isTyped.current && list && !list.querySelector('[data-combobox-selected]');
    if (isLost && data.length > 0) setMarksFirst(false);
  }, [data, input]);
  useEffect(() => {
    if (!marksFirst) setMarksFirst(true);
  }, [marksFirst]);
  const late = unknownText === '' ? undefined : findOption(options, unknownText);
  const lateOption = late && 'value' in late ? late : undefined;
  useOnChange([lateOption?.value], () => {
    if (!lateOption) return;
    setUnknownText('');
    onUnknownText?.('');
    onChange?.(lateOption.value, lateOption);
  });
  return (
    <Select
      renderOption={OptionText}
      description={selected?.detail}
      clearButtonProps={getClearButtonProps(`Clear ${props.label}`)}
      {...props}
      ref={mergedRef}
      data={hint === undefined ? options : [{ group: hint, items: options }]}
      searchable
      filter={filter}
      selectFirstOptionOnChange={marksFirst}
      value={value}
      // An option of this name may have been added since.
      error={error || (!isSearching && late && 'error' in late && late.error)}
      searchValue={search}
      onInput={() => {
        isTyped.current = true;
      }}
      onSearchChange={(text) => {
        setSearch(text);
        onSearch?.(text);
        if (text === unknownText) return;
        setUnknownText('');
        onUnknownText?.('');
      }}
      onChange={onChange}
      onKeyDown={(event) => {
        // Mantine forgets which option it has marked if a text is pasted or typed at once.
        const list = document.getElementById(event.currentTarget.getAttribute('aria-controls') ?? '');
        const marked = event.key === 'Enter' && list?.querySelector<HTMLElement>('[data-combobox-selected]');
        if (!marked) return;
        event.preventDefault();
        marked.click();
      }}
      onBlur={(event) => {
        commit(event.currentTarget);
        onBlur?.(event);
      }}
    />
  );
};
