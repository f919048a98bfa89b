import type { ComponentProps } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { brandsPage } from '#shared/resources/brands-page.ts';
import type { FormValues } from '../../resource/form/field-props.ts';
import { useResourceFormContext } from '../../resource/form/form-context.ts';
import { FileInput } from '../../resource/form/framed-inputs.tsx';
import type { GalleryName } from './gallery-names.ts';

/** One place of the gallery. Several images chosen or dropped there go to the gallery. */
export const GallerySlot = ({
  name,
  onChange,
  onSeveral,
}: {
  name: GalleryName;
  onChange: () => void;
  onSeveral: ComponentProps<typeof FileInput>['onSeveral'];
}) => {
  const form = useResourceFormContext();
  const { setError, clearErrors } = useFormContext<FormValues>();
  const { field, fieldState } = useController<FormValues>({ name });
  return (
    <FileInput
      field={brandsPage.fields[name]}
      name={name}
      value={field.value}
      error={fieldState.error?.message}
      form={form}
      onChange={(value) => {
        clearErrors(name);
        onChange();
        field.onChange(value);
      }}
      onBlur={field.onBlur}
      onSeveral={onSeveral}
      onProblem={(problem) => setError(name, { type: 'file', message: problem })}
      ref={field.ref}
    />
  );
};
