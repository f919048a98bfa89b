import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { isDecimal, normalizeNumber } from '#shared/resource-kit/plain-number.ts';

// JavaScript numbers keep 15 digits: parsing a longer one, or one with an exponent, could change what the user typed.
const isExact = (number: string) => !/e/i.test(number) && number.replace(/\D/g, '').length <= 15;

/** Parses a number; returns any other text unchanged, so that the server rejects it. */
export const parseAmount = (text: string): number | string | null => {
  if (text.trim() === '') return null;
  const normalized = normalizeNumber(text);
  return isDecimal(normalized) && isExact(normalized) ? Number(normalized) : text;
};

const formatInput = (value: unknown, minDecimals: number): string =>
  typeof value === 'number'
    ? value.toLocaleString('en', {
        minimumFractionDigits: value % 1 === 0 ? 0 : minDecimals,
        maximumFractionDigits: 20,
      })
    : String(value ?? '');

/** Number input that accepts a decimal point or comma and thousands separators, and formats the value on blur. */
export const MoneyInput = ({
  value,
  minDecimals,
  onChange,
  onBlur,
  ...inputProps
}: Omit<TextInputProps, 'value' | 'onChange'> & {
  value: unknown;
  /** Minimum number of decimals, except for integers. */
  minDecimals: number;
  onChange: (value: number | string | null) => void;
}) => {
  const [inputValue, setInputValue] = useState<string | null>(null);
  return (
    <TextInput
      {...inputProps}
      inputMode="decimal"
      value={inputValue ?? formatInput(value, minDecimals)}
      onChange={({ currentTarget }) => {
        setInputValue(currentTarget.value);
        onChange(parseAmount(currentTarget.value));
      }}
      onBlur={(event) => {
        setInputValue(null);
        onBlur?.(event);
      }}
    />
  );
};
