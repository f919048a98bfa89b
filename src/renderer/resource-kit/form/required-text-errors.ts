import type { FieldError } from '#shared/api.ts';
import { texts } from '#shared/texts.ts';
import type { FormValues } from './field-props.ts';

type FillName = keyof typeof texts.fill;

const isBlank = (value: unknown) => typeof value !== 'string' || value.trim() === '';

/** Required errors for title and description in the specification's words; `names` are the fields for them. */
export const getRequiredTextErrors = (values: FormValues, names: Record<FillName, string>): FieldError[] =>
  (Object.keys(names) as FillName[]).flatMap((fill) => {
    const field = names[fill];
    return isBlank(values[field]) ? [{ field, message: texts.fill[fill] }] : [];
  });
