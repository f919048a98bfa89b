import { type DecimalSeparator, parseWrittenNumber } from '../import-numbers.ts';
import type { MoneyField, NumberField } from './fields.ts';

/** Reads the text of a number field as plain digits, or says why it can't be read. */
export const readNumber = (
  field: NumberField | MoneyField,
  text: string,
  { decimal = null, hint = 'Write it with two decimals.' }: { decimal?: DecimalSeparator | null; hint?: string } = {},
): { value: string } | { error: string } => {
  const read = parseWrittenNumber(text, decimal);
  const example = field.kind === 'money' ? '149.50' : '12';
  if (!read) return { error: `${field.label} must be a number, such as ${example}` };
  if ('plain' in read) return { value: read.plain };
  const [whole, fraction] = read.unclear;
  // The separators of a whole number can only be those of thousands.
  if (field.kind === 'number' && field.isInteger) return { value: whole };
  return { error: `This can mean ${whole} or ${Number(fraction)}. ${hint}` };
};

/** Converts decimal text, with an optional exponent; null for other text and for more digits than a number keeps. */
export const parseDecimal = (text: string): number | null => {
  const digits = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.exec(text)?.[1];
  if (digits === undefined) return null;
  return digits.replace('.', '').replace(/^0+/, '').length > 15 ? null : Number(text);
};
