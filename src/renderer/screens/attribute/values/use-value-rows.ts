import { useMemo } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { FormValues } from '../../../resource-kit/form/field-props.ts';
import { toValueRows, type ValueRow, valuesFieldName } from './value-rows.ts';

type RowErrors = Partial<Record<'name' | 'color' | 'image' | 'replacementId', { message?: string }>>;

/** The values in the form of their attribute, with the errors of the server by row. */
export const useValueRows = () => {
  const { getValues } = useFormContext<FormValues>();
  const { field, fieldState } = useController<FormValues>({ name: valuesFieldName });
  const rows = useMemo(() => toValueRows(field.value), [field.value]);
  const errors: unknown = fieldState.error;
  const rowErrors: readonly (RowErrors | undefined)[] = Array.isArray(errors) ? errors : [];
  return {
    rows,
    ref: field.ref,
    change: (edit: (rows: readonly ValueRow[]) => ValueRow[]) => {
      const latest: unknown = getValues(valuesFieldName);
      field.onChange(edit(latest === field.value ? rows : toValueRows(latest)));
    },
    getError: (row: ValueRow): RowErrors => rowErrors[rows.indexOf(row)] ?? {},
  };
};

export type ValueRows = ReturnType<typeof useValueRows>;
