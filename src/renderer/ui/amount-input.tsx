import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { isDecimal, plainNumber } from '#shared/resource/plain-number.ts';

/** JavaScript keeps 15 digits; a longer number, or one with an exponent, could show other digits than were typed. */
const keepsDigits = (number: string) => !/e/i.test(number) && number.replace(/\D/g, '').length <= 15;

/** The number that a text says; any other text stays as it was typed, for the server to refuse. */
export const parseAmount = (text: string): number | string | null => {
  if (text.trim() === '') return null;
  const plain = plainNumber(text);
  return isDecimal(plain) && keepsDigits(plain) ? Number(plain) : text;
};

const format = (value: unknown, minDecimals: number): string =>
  typeof value === 'number'
    ? value.toLocaleString('en', {
        minimumFractionDigits: value % 1 === 0 ? 0 : minDecimals,
        maximumFractionDigits: 20,
      })
    : String(value ?? '');

/** Takes a number with a point or a comma, with or without thousands, and shows on blur how it was understood. */
export const AmountInput = ({
  value,
  minDecimals,
  onChange,
  onBlur,
  ...input
}: Omit<TextInputProps, 'value' | 'onChange'> & {
  value: unknown;
  /** How many decimals a number that is not whole shows at least. */
  minDecimals: number;
  onChange: (value: number | string | null) => void;
}) => {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      {...input}
      inputMode="decimal"
      value={typed ?? format(value, minDecimals)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(parseAmount(currentTarget.value));
      }}
      onBlur={(event) => {
        setTyped(null);
        onBlur?.(event);
      }}
    />
  );
};
