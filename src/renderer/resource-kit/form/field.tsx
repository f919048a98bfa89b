import { type ReactNode, useRef } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { type FieldKind, isFileField } from '#shared/resource-kit/fields.ts';
import { parseDecimal } from '#shared/resource-kit/read-number.ts';
import { announce } from '../../ui/announcements.tsx';
import { getDependentFields } from '../dependent-fields.ts';
import { useIsFieldSupported } from '../server-level.ts';
import { validateValue } from '../validate-value.ts';
import { BooleanField, ChoiceField, ChoicesField, DateField, NumberField, TextField } from './basic-inputs.tsx';
import type { FieldInputProps, FieldInputPropsFor, FormValues } from './field-props.ts';
import { useResourceFormContext } from './form-context.ts';
import { ReferenceField } from './reference-input.tsx';
import { FileInput, RichTextField, StatusField } from './wrapped-inputs.tsx';

type Inputs = { [K in FieldKind]: (props: FieldInputPropsFor<K>) => ReactNode };

const inputs: Inputs = {
  text: TextField,
  richText: RichTextField,
  number: NumberField,
  money: NumberField,
  boolean: BooleanField,
  date: DateField,
  status: StatusField,
  choice: ChoiceField,
  choices: ChoicesField,
  reference: ReferenceField,
  inherited: ReferenceField,
  image: FileInput,
  pdf: FileInput,
  video: FileInput,
  captions: FileInput,
};

/** Input for one field of the form's resource, with its errors. */
export const Field = ({
  name,
  notice,
  onMultiple,
  onChanged,
}: Pick<FieldInputProps, 'name' | 'notice' | 'onMultiple'> & { onChanged?: () => void }) => {
  const form = useResourceFormContext();
  const isSupported = useIsFieldSupported();
  const { setError, setValue, clearErrors } = useFormContext<FormValues>();
  const field = form.resource.fields[name];
  if (!field) throw new Error(`${form.resource.label} has no field ${name}`);
  const unknownTextError = useRef('');
  const { field: control, fieldState } = useController<FormValues>({
    name,
    rules: {
      validate: (value) => {
        if (unknownTextError.current) return unknownTextError.current;
        // The server rejects other texts, but would read 1.250 as 1.25.
        const isChecked = field.kind === 'date' || (typeof value === 'string' && parseDecimal(value.trim()) !== null);
        // An existing value that isn't a date, from another server, may remain.
        return !isChecked || value === form.record?.[name] || (validateValue(field, value) ?? true);
      },
    },
  });
  if (!isSupported(field)) return null;
  // The map is keyed by kind, so the field always fits the input that its own kind selects.
  const FieldInput = inputs[field.kind] as (props: FieldInputProps) => ReactNode;
  return (
    <FieldInput
      field={field}
      name={name}
      value={control.value}
      error={fieldState.error?.message}
      notice={notice}
      form={form}
      onChange={(value) => {
        // Clearing re-renders the whole form, so not on every keystroke.
        if (fieldState.error) clearErrors(name);
        onChanged?.();
        control.onChange(value);
        for (const dependent of getDependentFields(form.resource, name)) {
          setValue(dependent, null, { shouldDirty: true });
        }
      }}
      onBlur={control.onBlur}
      onError={(message) => {
        setError(name, { type: isFileField(field) ? 'file' : 'client', message });
        announce(`${field.label}: ${message}`);
      }}
      onUnknownText={(error) => {
        unknownTextError.current = error;
        if (error === '' && fieldState.error) clearErrors(name);
      }}
      onMultiple={onMultiple}
      ref={control.ref}
    />
  );
};
