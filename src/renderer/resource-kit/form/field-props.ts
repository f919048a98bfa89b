import type { ReactNode } from 'react';
import type { FileResult } from '#shared/ipc-schemas.ts';
import type { Field, FieldKind } from '#shared/resource-kit/fields.ts';
import type { FormContextValue } from './form-context.ts';

export type FormValues = Record<string, unknown>;

export type FieldInputProps<F extends Field = Field> = {
  field: F;
  name: string;
  value: unknown;
  error?: string;
  /** Message below the field before saving: a warning, or an error that the server would return. */
  notice?: { content: ReactNode; isError: boolean } | undefined;
  form: FormContextValue;
  onChange: (value: unknown) => void;
  onBlur: () => void;
  onError: (message: string) => void;
  /** Error of a text in a select that identifies no option, which prevents a save. */
  onUnknownText: (error: string) => void;
  /** Handles several files added to a file input at once; returns whether it accepted all. */
  onMultiple?: ((results: FileResult[]) => boolean) | undefined;
  ref: (element: { focus: () => void } | null) => void;
};

export type FieldInputPropsFor<K extends FieldKind> = FieldInputProps<Extract<Field, { kind: K }>>;

export const getInputProps = ({ field, name, error, notice, form, onBlur, ref }: FieldInputProps) => ({
  ref,
  label: field.label,
  description: notice?.isError === false ? notice.content : field.help,
  error: notice?.isError ? notice.content : error,
  withAsterisk: field.isRequired,
  onBlur,
  name,
  'aria-required': field.isRequired,
  'data-autofocus': form.autoFocusName === name || undefined,
});
