import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import {
  countNumber,
  type DecimalSeparator,
  isLong,
  noNumbers,
  parseDecimal,
  parseWrittenNumber,
  provenSeparator,
  readNumber,
  roundToCents,
} from '#shared/import-numbers.ts';
import { localeOf } from '#shared/office.ts';
import type { MoneyField, NumberField } from '#shared/resource-kit/fields.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { applyPriceFormula, normalizePriceFormula, parsePriceFormula } from '#shared/resource-kit/price-formula.ts';

import { inputSchema } from '#shared/resource-kit/values.ts';
import { openConfirm, openQuestion } from '../../ui/confirm.tsx';
import { useMoney } from '../../ui/format.ts';
import { type Editing, type FieldInputProps, getInputProps } from './kind.ts';

type NumericField = NumberField | MoneyField;

/** Parses a number; returns any other text unchanged, so that it is rejected. */
export const parseAmount = (field: NumericField, text: string): number | string | null => {
  if (text.trim() === '') return null;
  const read = readNumber(field, text);
  return ('value' in read ? parseDecimal(read.value) : null) ?? text;
};

const formatInput = (value: unknown, { kind }: NumericField): string => {
  if (typeof value !== 'number') return String(value ?? '');
  // Without decimals, 1,250 would be ambiguous as soon as the user edits it.
  const needsDecimals = kind === 'money' && (value % 1 !== 0 || Math.abs(value) >= 1000);
  return value.toLocaleString(kind === 'money' ? localeOf(useMoney.getState().currency) : 'en', {
    minimumFractionDigits: needsDecimals ? 2 : 0,
    maximumFractionDigits: 20,
  });
};

/** Number input that accepts a decimal point or comma and thousands separators, and formats the value on blur. */
export const NumberInput = ({
  value,
  field,
  onChange,
  onBlur,
  ...inputProps
}: Omit<TextInputProps, 'value' | 'onChange'> & {
  value: unknown;
  field: NumericField;
  onChange: (value: number | string | null) => void;
}) => {
  const [inputValue, setInputValue] = useState<string | null>(null);
  const { symbol } = useMoney();
  return (
    <TextInput
      {...inputProps}
      {...(field.kind === 'money' && { leftSection: <span aria-hidden>{symbol}</span> })}
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

/** Why a number is invalid; the server decides whether it can be missing. */
export const validateNumber = (field: NumericField, value: unknown): string | null => {
  if (value === null || value === '') return null;
  const read = typeof value === 'string' ? readNumber(field, value) : { value };
  if ('error' in read) return read.error;
  return inputSchema(field).safeParse(read.value).error?.issues[0]?.message ?? null;
};

const Input = (props: FieldInputProps<NumericField>) => (
  <NumberInput
    {...getInputProps(props)}
    value={props.value}
    field={props.field}
    onChange={props.onChange}
    onBlur={() => {
      props.onBlur();
      const error = validateNumber(props.field, props.value);
      if (error) props.onError(error);
    }}
  />
);

/** Asks what the first ambiguous number means; null if there is none, or without an answer. */
const askSeparator = async (label: string, texts: readonly string[]): Promise<DecimalSeparator | null> => {
  for (const text of texts) {
    const read = parseWrittenNumber(text, null);
    if (!read || 'plain' in read) continue;
    const [confirmLabel = '', cancelLabel = ''] = read.unclear.map((plain) => String(Number(plain)));
    const title = `What does ${text} in ${label} mean?`;
    const isWhole = await openQuestion({ title, confirmLabel, cancelLabel });
    if (isWhole === null) return null;
    return text.includes(',') === isWhole ? '.' : ',';
  }
  return null;
};

/** Makes the amounts of a pasted column unambiguous. Asks once for what its cells don't prove. */
const clarifyAmounts = async ({ label }: MoneyField, texts: readonly string[]): Promise<readonly string[]> => {
  const counts = { ...noNumbers };
  for (const text of texts) countNumber(counts, text, false);
  const decimal = provenSeparator(counts) ?? (await askSeparator(label, texts));
  const read = (text: string) => {
    // A change such as +5 isn't an amount.
    const number = text.trim().startsWith('+') ? null : parseWrittenNumber(text, decimal);
    return number && 'plain' in number ? number.plain : null;
  };
  const { length } = texts.filter((text) => isLong(read(text) ?? ''));
  const title = `Round ${formatCount(length, 'cell')} of ${label} to two decimals?`;
  const isRounded = length > 0 && (await openConfirm({ title, confirmLabel: 'Round', cancelLabel: 'Don’t round' }));
  return texts.map((text) => {
    const plain = read(text);
    return plain !== null && (isRounded || !isLong(plain)) ? roundToCents(plain) : text;
  });
};

export const number: Editing<NumberField> = {
  Input,
  validate: validateNumber,
  parse: (field, { text }) => readNumber(field, text),
};

export const amount: Editing<MoneyField> = {
  Input,
  validate: validateNumber,
  /** An amount, or a change of the current one in percent: `-5` is more likely a wrong amount than a change. */
  parse: (field, { text, current }) => {
    if (!/^[=+]|%$/.test(text.trim())) return readNumber(field, text);
    const formula = parsePriceFormula(normalizePriceFormula(text));
    if (!formula || formula.kind === 'add') return { error: 'Enter an amount such as 9.90 or a change such as +10%' };
    if (typeof current !== 'number' && formula.kind !== 'set') return { error: 'There’s no amount to change' };
    const result = applyPriceFormula(formula, typeof current === 'number' ? current : null);
    return 'error' in result ? result : { value: result.price };
  },
  clarify: clarifyAmounts,
};
