import { createSafeContext, Stack } from '@mantine/core';
import { useRef } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { altNameOf, isFileField } from '#shared/resource-kit/fields.ts';
import { getDependentFields } from '../dependent-fields.ts';
import { getEditing, validateValue } from '../kinds/inputs.tsx';
import type { FieldInputProps, InputForm } from '../kinds/kind.ts';
import { recallAsset } from '../library/asset-file.ts';
import { useIsFieldSupported } from '../server-level.ts';
import type { FormValues } from './form-values.ts';

/** Input for one field of the form's resource, with its errors. */
export const Field = ({
  name,
  notice,
  onMultiple,
  onChanged,
}: Pick<FieldInputProps, 'name' | 'notice' | 'onMultiple'> & { onChanged?: () => void }) => {
  const form = useResourceFormContext();
  const isSupported = useIsFieldSupported();
  const { setError, setValue, clearErrors, watch } = useFormContext<FormValues>();
  const field = form.resource.fields[name];
  if (!field) throw new Error(`${form.resource.label} has no field ${name}`);
  const unknownTextError = useRef('');
  const { field: control, fieldState } = useController<FormValues>({
    name,
    rules: {
      validate: (value) => {
        if (unknownTextError.current) return unknownTextError.current;
        // An existing value that isn't valid, from another server, may remain.
        return value === form.record?.[name] || (validateValue(field, value) ?? true);
      },
    },
  });
  if (!isSupported(field)) return null;
  const { Input } = getEditing(field);
  const input = (
    <Input
      field={field}
      name={name}
      value={control.value}
      error={fieldState.error?.message}
      notice={notice}
      form={form}
      readValue={(other) => watch(other)}
      onChange={(value) => {
        // Clearing re-renders the whole form, so not on every keystroke.
        if (fieldState.error) clearErrors(name);
        onChanged?.();
        control.onChange(value);
        const stored = field.kind === 'image' ? recallAsset(value) : undefined;
        if (stored?.alt) setValue(altNameOf(name), stored.alt, { shouldDirty: true });
        for (const dependent of getDependentFields(form.resource, name)) {
          setValue(dependent, null, { shouldDirty: true });
        }
      }}
      onBlur={control.onBlur}
      onError={(message) => {
        setError(name, { type: isFileField(field) ? 'file' : 'client', message });
      }}
      onUnknownText={(error) => {
        unknownTextError.current = error;
        if (error === '' && fieldState.error) clearErrors(name);
      }}
      onMultiple={onMultiple}
      ref={control.ref}
    />
  );
  if (field.kind !== 'image') return input;
  return (
    <Stack gap="xs">
      {input}
      {Boolean(control.value) && <AltOfImage name={name} />}
    </Stack>
  );
};

/** Asks for the alternative text of a picture, and whether the one that it had still fits a new picture. */
const AltOfImage = ({ name }: { name: string }) => {
  const { record } = useResourceFormContext();
  const altName = altNameOf(name);
  const [image, alt] = useWatch<FormValues>({ name: [name, altName] });
  const isOutdated = Boolean(alt) && alt === record?.[altName] && image !== record?.[name];
  const notice = { isError: false, content: 'Does this still describe the new picture?' };
  return <Field name={altName} notice={isOutdated ? notice : undefined} />;
};

export const [ResourceFormContext, useResourceFormContext] = createSafeContext<InputForm>(
  'Field must be used within a form',
);
