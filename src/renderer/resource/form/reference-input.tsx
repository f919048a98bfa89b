import { Group, Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { SelectOption } from '#shared/api.ts';
import type { Resource } from '#shared/resource/define-resource.ts';
import { displayNameOf } from '#shared/resource/fields.ts';
import { inSentence, withArticle } from '#shared/resource/labels.ts';
import { findResource } from '#shared/resources/index.ts';
import { addAddress } from '../addresses.ts';
import { narrowingLabel, useReferenceOptions } from '../reference-options.ts';
import { useCan } from '../session-store.ts';
import { type FieldInputPropsFor, type FormValues, getInputProps } from './field-props.ts';
import { keepingDraft } from './use-unsaved-changes-guard.ts';

/** Option value for adding a record; never a valid id. */
const addValue = 'add';

const AddOption = ({ option }: { option: SelectOption }) => (
  <Group component="span" gap={6}>
    <IconPlus size="1rem" aria-hidden />
    {option.label}
  </Group>
);

const useEmptyOptions = (
  target: Resource | undefined,
  { filters, within }: { filters: Record<string, string>; within: string | null },
) => {
  const navigate = useNavigate();
  const can = useCan(target?.name ?? '');
  const text = `No ${inSentence(target?.labelPlural ?? '')}${within ? ` in ${within}` : ''} yet`;
  const address = target && can('create') ? addAddress(target, filters) : undefined;
  return {
    text,
    offer:
      target && address
        ? [{ group: text, items: [{ value: addValue, label: `Add ${withArticle(target.label)}` }] }]
        : null,
    add: () => address && void navigate(address, { state: keepingDraft }),
  };
};

/** Select for a referenced record, limited to those that match the narrowing fields. */
export const ReferenceField = (props: FieldInputPropsFor<'reference'> | FieldInputPropsFor<'inherited'>) => {
  const { name, form, value } = props;
  const { resource } = form;
  const { watch } = useFormContext<FormValues>();
  const {
    options,
    filters,
    missing: missingParentLabel,
  } = useReferenceOptions({
    resource,
    name,
    readValue: (other) => watch(other),
  });
  const target = findResource(props.field.to);
  const within = narrowingLabel(resource, { filters, record: form.record });
  const empty = useEmptyOptions(target, { filters, within });
  const id = typeof value === 'string' && value !== '' ? value : null;
  const known = options.data ?? [];
  const own = { value: id ?? '', label: String(form.record?.[displayNameOf(name)] ?? id ?? '') };
  const choices = id === null || known.some((option) => option.value === id) ? known : [own, ...known];
  const offer = options.isSuccess && choices.length === 0 ? empty.offer : null;
  const nothingFound = () => {
    if (options.isError) return 'Couldn’t load the options';
    if (options.isLoading) return 'Loading';
    return choices.length === 0 ? empty.text : `No ${inSentence(target?.labelPlural ?? '')} match`;
  };
  const shared = getInputProps(props);
  const needsParent = missingParentLabel !== null && id === null;
  const placeholder = needsParent
    ? `Select ${inSentence(missingParentLabel)} first`
    : options.isLoading
      ? 'Loading'
      : 'Select';
  return (
    <Select
      {...shared}
      disabled={shared.disabled || needsParent}
      placeholder={placeholder}
      data={offer ?? choices}
      value={id}
      searchable
      clearable
      limit={200}
      nothingFoundMessage={nothingFound()}
      clearButtonProps={{ 'aria-label': `Clear ${props.field.label}` }}
      onDropdownOpen={() => options.isError && void options.refetch()}
      onChange={(chosen) => (chosen === addValue ? empty.add() : props.onChange(chosen))}
      // Typing must not filter out the option that adds a record.
      {...(offer && { filter: ({ options: all }) => all, renderOption: AddOption })}
    />
  );
};
