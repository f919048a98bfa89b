import { Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { SelectOption } from '#shared/api.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { displayNameOf } from '#shared/resource-kit/fields.ts';
import { inSentence, withArticle } from '#shared/resource-kit/labels.ts';
import { findResource } from '#shared/resources/index.ts';
import { getClearButtonProps } from '../../ui/clear-button.ts';
import { SearchSelect } from '../../ui/search-select.tsx';
import { getAddPath } from '../record-paths.ts';
import { parentLabelOf, useReferenceOptions } from '../reference-options.ts';
import { useCan } from '../session-store.ts';
import { keepDraftState } from '../use-unsaved-changes-guard.ts';
import { type FieldInputPropsFor, type FormValues, getInputProps } from './field-props.ts';

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
  { filters, parentLabel }: { filters: Record<string, string>; parentLabel: string | null },
) => {
  const navigate = useNavigate();
  const can = useCan(target?.name ?? '');
  const text = `No ${inSentence(target?.labelPlural ?? '')}${parentLabel ? ` in ${parentLabel}` : ''} yet`;
  const path = target && can('create') ? getAddPath(target, filters) : undefined;
  return {
    text,
    addOption:
      target && path
        ? [{ group: text, items: [{ value: addValue, label: `Add ${withArticle(target.label)}` }] }]
        : null,
    add: () => path && void navigate(path, { state: keepDraftState }),
  };
};

/** Select for a referenced record, limited by the values of its parent fields. */
export const ReferenceField = (props: FieldInputPropsFor<'reference'> | FieldInputPropsFor<'inherited'>) => {
  const { name, form, value } = props;
  const { resource } = form;
  const { watch } = useFormContext<FormValues>();
  const readValue = (other: string) => watch(other);
  const { options, filters, missing } = useReferenceOptions({ resource, name, readValue });
  const target = findResource(props.field.to);
  const parentLabel = parentLabelOf(resource, { filters, record: form.record });
  const empty = useEmptyOptions(target, { filters, parentLabel });
  const id = typeof value === 'string' && value !== '' ? value : null;
  const loadedOptions = options.data ?? [];
  const currentOption = { value: id ?? '', label: String(form.record?.[displayNameOf(name)] ?? id ?? '') };
  const selectOptions =
    id === null || loadedOptions.some((option) => option.value === id)
      ? loadedOptions
      : [currentOption, ...loadedOptions];
  const addOption = options.isSuccess && selectOptions.length === 0 ? empty.addOption : null;
  const nothingFound = () => {
    if (options.isError) return 'Couldn’t load the options';
    if (options.isLoading) return 'Loading';
    return selectOptions.length === 0 ? empty.text : `No ${inSentence(target?.labelPlural ?? '')} match`;
  };
  const shared = getInputProps(props);
  const needsParent = missing !== null && id === null;
  const placeholder = needsParent
    ? `Select ${inSentence(missing)} first`
    : options.isLoading
      ? 'Loading'
      : 'Select';
  return (
    <SearchSelect
      {...shared}
      disabled={shared.disabled || needsParent}
      placeholder={placeholder}
      data={addOption ?? selectOptions}
      value={id}
      clearable
      limit={200}
      nothingFoundMessage={nothingFound()}
      clearButtonProps={getClearButtonProps(`Clear ${props.field.label}`)}
      onDropdownOpen={() => options.isError && void options.refetch()}
      onUnknownText={props.onUnknownText}
      onChange={(selected) => (selected === addValue ? empty.add() : props.onChange(selected))}
      // Typing must not filter out the option that adds a record.
      {...(addOption && { filter: ({ options: all }) => all, renderOption: AddOption })}
    />
  );
};
