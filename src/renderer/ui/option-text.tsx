import { CheckIcon, type ComboboxItem, Text } from '@mantine/core';
import type { SelectOption } from '#shared/api.ts';
import { findEqualOptions } from '#shared/options.ts';

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
