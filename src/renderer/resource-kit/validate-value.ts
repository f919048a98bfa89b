import type { Field } from '#shared/resource-kit/fields.ts';
import { readNumber } from '#shared/resource-kit/read-number.ts';
import { inputSchema } from '#shared/resource-kit/values.ts';
import { validateDay } from '../ui/parse-day.ts';

/** Why a typed date or number is invalid; null for other kinds. The server decides whether a field can be empty. */
export const validateValue = (field: Field, value: unknown): string | null => {
  if (field.kind === 'date') return validateDay(value);
  if ((field.kind !== 'number' && field.kind !== 'money') || value === null || value === '') return null;
  const read = typeof value === 'string' ? readNumber(field, value) : { value };
  if ('error' in read) return read.error;
  return inputSchema(field).safeParse(read.value).error?.issues[0]?.message ?? null;
};
