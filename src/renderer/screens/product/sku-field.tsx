import { TextInput } from '@mantine/core';
import { useController, useFormContext } from 'react-hook-form';
import { product } from '#shared/resources/product.ts';
import type { FormValues } from '../../resource/form/field-props.ts';
import { useResourceFormContext } from '../../resource/form/form-context.ts';

const isNumeric = (text: string) => /^\d*$/.test(text);

/** The product's SKU takes digits, leading zeros included. One with letters, from an import, can still be edited. */
export const SkuField = () => {
  const { isSaving } = useResourceFormContext();
  const { clearErrors } = useFormContext<FormValues>();
  const { field, fieldState, formState } = useController<FormValues>({ name: 'sku' });
  const isDigitsOnly = isNumeric(String(formState.defaultValues?.sku ?? ''));
  return (
    <TextInput
      ref={field.ref}
      name={field.name}
      label={product.fields.sku.label}
      inputMode="numeric"
      disabled={isSaving}
      error={fieldState.error?.message}
      value={String(field.value ?? '')}
      onBlur={field.onBlur}
      onChange={({ currentTarget: { value } }) => {
        if (fieldState.error) clearErrors('sku');
        field.onChange(isDigitsOnly ? value.replace(/\D/g, '') : value);
      }}
    />
  );
};
