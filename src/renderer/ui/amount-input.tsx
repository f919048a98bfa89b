import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { plainNumber } from '#shared/resource/plain-number.ts';

/** An amount as a number; what is none stays the text that it is, for the server to say so. */
const read = (text: string): number | string | null => {
  if (text.trim() === '') return null;
  const amount = Number(plainNumber(text));
  return Number.isFinite(amount) ? amount : text;
};

const write = (value: unknown): string =>
  typeof value === 'number'
    ? value.toLocaleString('en', {
        minimumFractionDigits: value % 1 === 0 ? 0 : 2,
        maximumFractionDigits: 10,
      })
    : String(value ?? '');

/** Takes an amount with a point or a comma, with or without thousands, and shows how it was read when one goes on. */
export const AmountInput = ({
  value,
  onChange,
  onBlur,
  ...input
}: Omit<TextInputProps, 'value' | 'onChange'> & {
  value: unknown;
  onChange: (value: number | string | null) => void;
}) => {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      {...input}
      inputMode="decimal"
      value={typed ?? write(value)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(read(currentTarget.value));
      }}
      onBlur={(event) => {
        setTyped(null);
        onBlur?.(event);
      }}
    />
  );
};
