import { Box, Checkbox, type MantineSize, TextInput, type TextInputProps } from '@mantine/core';
import { useRef } from 'react';
import { decorativeAlt, maxAltLength, toImgAlt } from '#shared/resource-kit/fields.ts';

/** The alternative text of a picture, which can also be called decorative. */
export const AltInput = ({
  label,
  value,
  size = 'sm',
  onChange,
  ...input
}: Omit<TextInputProps, 'value' | 'onChange' | 'label'> & {
  /** Names the picture: the visible label is the same for all. */
  label: string;
  value: string;
  size?: MantineSize;
  onChange: (value: string) => void;
}) => {
  const isDecorative = toImgAlt(value) === '';
  const typed = useRef('');
  return (
    <Box maw="40rem">
      <TextInput
        {...input}
        size={size}
        label="Alternative text"
        aria-label={label}
        value={isDecorative ? '' : value}
        maxLength={maxAltLength}
        disabled={isDecorative || input.disabled}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Checkbox
        mt={6}
        size="xs"
        label="Decorative"
        aria-label={`Decorative (no ${label.toLowerCase()})`}
        disabled={input.disabled}
        checked={isDecorative}
        onChange={({ currentTarget: { checked } }) => {
          if (checked) typed.current = value;
          onChange(checked ? decorativeAlt : typed.current);
        }}
      />
    </Box>
  );
};
