import { Box, type ComboboxItem, Group, type OptionsFilter } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { displayNameOf } from '#shared/resource-kit/fields.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { findResource } from '#shared/resources/index.ts';
import { matchOptions, OptionText, SearchSelect } from '../../ui/search-select.tsx';
import { deletedLabel } from '../hooks.ts';
import { parentLabelOf, useReferenceOptions } from '../reference-options.ts';
import { type FieldInputPropsFor, type FormValues, getInputProps } from './field-props.ts';
import { OpenReference } from './open-reference.tsx';
import { addValue, useAddReference } from './use-add-reference.tsx';

const Option = (props: { option: ComboboxItem; checked?: boolean }) => (
  <Group component="span" gap={6} wrap="nowrap">
    {props.option.value === addValue && <IconPlus size="1rem" aria-hidden />}
    <OptionText {...props} />
  </Group>
);

/** The option that adds a record is always the last one. */
const createFilter =
  (addOption: ComboboxItem, noneText: string): OptionsFilter =>
  (input) => {
    const matching = matchOptions(input).filter(({ value }) => value !== addValue);
    return matching.length > 0 ? [...matching, addOption] : [{ group: noneText, items: [addOption] }];
  };

/** Select for a referenced record, limited by the values of its parent fields. */
export const ReferenceField = (props: FieldInputPropsFor<'reference'> | FieldInputPropsFor<'inherited'>) => {
  const { name, form, value } = props;
  const { resource } = form;
  const { watch } = useFormContext<FormValues>();
  const readValue = (other: string) => watch(other);
  const { options, filters, missing } = useReferenceOptions({ resource, name, readValue });
  const [search, setSearch] = useState('');
  const target = findResource(props.field.to);
  const parentLabel = parentLabelOf(resource, { filters, record: form.record });
  const id = typeof value === 'string' && value !== '' ? value : null;
  const loadedOptions = options.data ?? [];
  const ownLabel = form.record?.[name] === id ? form.record?.[displayNameOf(name)] : null;
  const isListed = id === null || loadedOptions.some((option) => option.value === id);
  const isDeleted = !isListed && options.isSuccess && !ownLabel;
  const currentLabel = isDeleted ? deletedLabel(props.field.to) : String(ownLabel ?? '');
  const selectOptions = isListed ? loadedOptions : [{ value: id, label: currentLabel }, ...loadedOptions];
  const label = selectOptions.find((option) => option.value === id)?.label ?? '';
  const isEmpty = options.isEmpty && id === null;
  const text = search.trim();
  const isKnown = selectOptions.some(({ label }) => label.toLowerCase() === text.toLowerCase());
  const add = useAddReference(target, {
    filters,
    isEmpty,
    search: isKnown ? '' : text,
    onAdded: (addedId) => {
      props.onUnknownText('');
      props.onChange(addedId);
    },
  });
  const labelPlural = inSentence(target?.labelPlural ?? '');
  const noneText = isEmpty
    ? `No ${labelPlural}${parentLabel ? ` in ${parentLabel}` : ''} yet`
    : `No ${labelPlural} match`;
  const nothingFound = () => {
    if (options.isError) return 'Couldn’t load the options';
    return options.isLoading || options.isSearching ? 'Loading' : noneText;
  };
  const shared = getInputProps(props);
  const needsParent = missing !== null && id === null;
  const placeholder = needsParent ? `Select ${inSentence(missing)} first` : options.isLoading ? 'Loading' : 'Select';
  const addOption = options.isSuccess ? add.option : null;
  return (
    <>
      <SearchSelect
        {...shared}
        error={shared.error ?? (isDeleted && `This ${inSentence(target?.label ?? '')} was deleted. Select another.`)}
        disabled={shared.disabled || needsParent}
        placeholder={placeholder}
        data={addOption ? [...selectOptions, addOption] : selectOptions}
        value={id}
        clearable
        limit={200}
        nothingFoundMessage={nothingFound()}
        onDropdownOpen={() => options.isError && void options.refetch()}
        onUnknownText={props.onUnknownText}
        {...options.search}
        onSearch={(typed) => {
          setSearch(typed);
          options.search.onSearch(typed);
        }}
        onChange={(selected) => (selected === addValue ? add.start() : props.onChange(selected))}
        inputContainer={(input) =>
          id !== null && target && !isDeleted ? (
            <Group gap={4} wrap="nowrap">
              <Box flex={1} miw={0}>
                {input}
              </Box>
              <OpenReference key={id} target={target} id={id} label={label} isDisabled={form.isSaving} />
            </Group>
          ) : (
            input
          )
        }
        {...(addOption && { filter: createFilter(addOption, noneText), renderOption: Option })}
      />
      {add.drawer}
    </>
  );
};
