import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import type { MoneyField, NumberField } from '#shared/resource-kit/fields.ts';
import { parseDecimal, readNumber } from '#shared/resource-kit/read-number.ts';

/** Parses a number; returns any other text unchanged, so that it is rejected. */
export const parseAmount = (field: NumberField | MoneyField, text: string): number | string | null => {
  if (text.trim() === '') return null;
  const read = readNumber(field, text);
  return ('value' in read ? parseDecimal(read.value) : null) ?? text;
};

const formatInput = (value: unknown, { kind }: NumberField | MoneyField): string => {
  if (typeof value !== 'number') return String(value ?? '');
  // Without decimals, 1,250 would be ambiguous as soon as the user edits it.
  const needsDecimals = kind === 'money' && (value % 1 !== 0 || Math.abs(value) >= 1000);
  return value.toLocaleString('en', {
    minimumFractionDigits: needsDecimals ? 2 : 0,
    maximumFractionDigits: 20,
  });
};

/** Number input that accepts a decimal point or comma and thousands separators, and formats the value on blur. */
export const MoneyInput = ({
  value,
  field,
  onChange,
  onBlur,
  ...inputProps
}: Omit<TextInputProps, 'value' | 'onChange'> & {
  value: unknown;
  field: NumberField | MoneyField;
  onChange: (value: number | string | null) => void;
}) => {
  const [inputValue, setInputValue] = useState<string | null>(null);
  return (
    <TextInput
      {...inputProps}
      inputMode="decimal"
      value={inputValue ?? formatInput(value, field)}
      onChange={({ currentTarget }) => {
        setInputValue(currentTarget.value);
        onChange(parseAmount(field, currentTarget.value));
      }}
      onBlur={(event) => {
        setInputValue(null);
        onBlur?.(event);
      }}
    />
  );
};
