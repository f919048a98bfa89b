import { Box, type ComboboxItem, Group, type OptionsFilter } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { SelectOption } from '#shared/api.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { displayNameOf, type InheritedField, type ReferenceField } from '#shared/resource-kit/fields.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { findResource } from '#shared/resources/index.ts';
import type { CellEditorProps } from '../../ui/grid/cell-editor.tsx';
import { OptionEditor } from '../../ui/grid/option-editor.tsx';
import { matchOptions, OptionText, SearchSelect } from '../../ui/search-select.tsx';
import { allOptionsQuery, deletedLabel, maxOptions, optionsQuery } from '../hooks.ts';
import { queryClient } from '../query-client.ts';
import { type Editing, type FieldInputProps, getInputProps } from './input-props.ts';
import type { RecordValues } from './kind.ts';
import { parentLabelOf, useReferenceOptions } from './reference-options.ts';
import { addValue, OpenReference, useAddReference } from './related-record.tsx';

type AnyReference = ReferenceField | InheritedField;

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
const ReferenceInput = (props: FieldInputProps<AnyReference>) => {
  const { name, form, value, readValue } = props;
  const { resource } = form;
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

/** Chooses a referenced record, limited by the other references of the row. */
const ReferenceCellEditor = ({
  resource,
  field,
  name,
  record,
  ...props
}: CellEditorProps & { resource: Resource; field: AnyReference; name: string; record: RecordValues }) => {
  const { options, missing } = useReferenceOptions({ resource, name, readValue: (other) => record[other] });
  const target = inSentence(findResource(field.to)?.labelPlural ?? '');
  const id = typeof record[name] === 'string' ? record[name] : null;
  const loaded = options.data ?? [];
  const isListed = id === null || loaded.some(({ value }) => value === id);
  const all = isListed
    ? loaded
    : [{ value: id, label: String(record[displayNameOf(name)] ?? deletedLabel(field.to)) }, ...loaded];
  const nothingFound = () => {
    if (missing !== null) return `Select ${inSentence(missing)} first`;
    if (options.isError) return 'Couldn’t load the options';
    return options.isLoading || options.isSearching ? 'Loading' : `No ${target} match`;
  };
  return (
    <OptionEditor
      {...props}
      options={all}
      value={id}
      nothingFound={nothingFound()}
      hint={options.search.hint}
      onSearch={options.search.onSearch}
    />
  );
};

/** The options in which pasted names are found: all of them. */
const loadOptions = async ({ to }: AnyReference): Promise<readonly SelectOption[]> => {
  const first = await queryClient.fetchQuery(optionsQuery(to));
  return first.length === maxOptions ? queryClient.fetchQuery(allOptionsQuery(to)) : first;
};

export const reference: Editing<AnyReference> = {
  Input: ReferenceInput,
  CellEditor: ReferenceCellEditor,
  loadOptions,
};
