import type { FieldError } from '#shared/api.ts';
import type { Field } from '#shared/resource-kit/fields.ts';
import { readNumber } from '#shared/resource-kit/read-number.ts';
import { inputSchema } from '#shared/resource-kit/values.ts';
import { texts } from '#shared/texts.ts';
import { validateDay } from '../ui/parse-day.ts';
import type { FormValues } from './form/field-props.ts';

/** Why a typed date or number is invalid; null for other kinds. The server decides whether a field can be empty. */
export const validateValue = (field: Field, value: unknown): string | null => {
  if (field.kind === 'date') return validateDay(value);
  if ((field.kind !== 'number' && field.kind !== 'money') || value === null || value === '') return null;
  const read = typeof value === 'string' ? readNumber(field, value) : { value };
  if ('error' in read) return read.error;
  return inputSchema(field).safeParse(read.value).error?.issues[0]?.message ?? null;
};

type FillName = keyof typeof texts.fill;

const isBlank = (value: unknown) => typeof value !== 'string' || value.trim() === '';

/** Required errors for title and description in the specification's words; `names` are the fields for them. */
export const getRequiredTextErrors = (values: FormValues, names: Record<FillName, string>): FieldError[] =>
  (Object.keys(names) as FillName[]).flatMap((fill) => {
    const field = names[fill];
    return isBlank(values[field]) ? [{ field, message: texts.fill[fill] }] : [];
  });
