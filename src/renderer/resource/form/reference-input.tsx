import { Select } from '@mantine/core';
import { useFormContext } from 'react-hook-form';
import type { Resource } from '#shared/resource/define-resource.ts';
import { displayNameOf } from '#shared/resource/fields.ts';
import { type FormValues, type InputOf, sharedProps } from './field-props.ts';
import { useReferenceOptions } from './reference-options.ts';

/** Chooses the record that a field refers to, out of those that fit what was chosen above it. */
export const ReferenceField = (
  props: (InputOf<'reference'> | InputOf<'inherited'>) & { resource: Resource },
) => {
  const { resource, name, form, value } = props;
  const { watch } = useFormContext<FormValues>();
  const { options, missing } = useReferenceOptions({ resource, name, readValue: (other) => watch(other) });
  const id = typeof value === 'string' && value !== '' ? value : null;
  const known = options.data ?? [];
  const own = { value: id ?? '', label: String(form.record?.[displayNameOf(name)] ?? id ?? '') };
  const shared = sharedProps(props);
  const isWaiting = missing !== null && id === null;
  const placeholder = isWaiting ? `Choose a ${missing} first` : options.isLoading ? 'Loading' : 'Select';
  return (
    <Select
      {...shared}
      disabled={shared.disabled || isWaiting}
      placeholder={placeholder}
      data={id === null || known.some((option) => option.value === id) ? known : [own, ...known]}
      value={id}
      searchable
      clearable
      limit={200}
      nothingFoundMessage={options.isError ? 'The list could not be loaded' : 'Nothing found'}
      clearButtonProps={{ 'aria-label': `Clear ${props.field.label}` }}
      onDropdownOpen={() => options.isError && void options.refetch()}
      onChange={props.onChange}
    />
  );
};
