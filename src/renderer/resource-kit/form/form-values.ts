import type { FieldError } from '#shared/api.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { defaultValueOf, isPositionField } from '#shared/resource-kit/fields.ts';
import { texts } from '#shared/texts.ts';
import { hasToJSON } from '../../platform/local-files.ts';
import type { RecordCopy } from '../declared-screens.ts';

/** Initial values of a new record that aren't empty, and values of the form that aren't fields of the record. */
export type InitialValues = FormValues | ((record: AnyRecord | null) => FormValues);

/** Values of a new record that is a copy of another one, with the names of its files. */
export const toCopyValues = (
  resource: Resource,
  { source, values }: RecordCopy,
  initialValues?: InitialValues,
): FormValues => ({
  ...values,
  ...toFormValues(resource, { ...source, ...values }, initialValues),
});

export const toFormValues = (
  resource: Resource,
  record: AnyRecord | null,
  initialValues: InitialValues = {},
): FormValues => {
  const initial = typeof initialValues === 'function' ? initialValues(record) : initialValues;
  const source: FormValues = record ?? initial;
  const fields = Object.entries(resource.fields).filter(([, field]) => !isPositionField(field));
  return {
    ...initial,
    ...Object.fromEntries(fields.map(([name, field]) => [name, source[name] ?? defaultValueOf(field)])),
  };
};

/** Plain data of a form: serializes inputs that keep their own state. */
export const serializeValues = (values: FormValues): FormValues =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, hasToJSON(value) ? value.toJSON() : value]));

export type FormValues = Record<string, unknown>;

type FillName = keyof typeof texts.fill;

const isBlank = (value: unknown) => typeof value !== 'string' || value.trim() === '';

/** Required errors for title and description in the specification's words; `names` are the fields for them. */
export const getRequiredTextErrors = (values: FormValues, names: Record<FillName, string>): FieldError[] =>
  (Object.keys(names) as FillName[]).flatMap((fill) => {
    const field = names[fill];
    return isBlank(values[field]) ? [{ field, message: texts.fill[fill] }] : [];
  });
