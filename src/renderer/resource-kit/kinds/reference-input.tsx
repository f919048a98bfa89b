import { Box, type ComboboxItem, Group, type OptionsFilter } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { SelectOption } from '#shared/api.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { displayNameOf, type InheritedField, type ReferenceField } from '#shared/resource-kit/fields.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { findResource } from '#shared/resources/index.ts';
import { type CellEditorProps, OptionEditor } from '../../ui/grid/cell-editor.tsx';
import { matchOptions, OptionText, SearchSelect } from '../../ui/search-select.tsx';
import { allOptionsQuery, maxOptions, optionsQuery } from '../hooks.ts';
import { queryClient } from '../query-client.ts';
import { type Editing, type FieldInputProps, getInputProps, type RecordValues } from './kind.ts';
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
  const ownLabel = form.record?.[name] === value ? form.record?.[displayNameOf(name)] : null;
  const reference = useReferenceOptions({ resource, name, readValue, ownLabel });
  const { id, options, all, isDeleted, filters, missing } = reference;
  const [search, setSearch] = useState('');
  const target = findResource(props.field.to);
  const parentLabel = parentLabelOf(resource, { filters, record: form.record });
  const label = all.find((option) => option.value === id)?.label ?? '';
  const isEmpty = options.isEmpty && id === null;
  const text = search.trim();
  const isKnown = all.some(({ label }) => label.toLowerCase() === text.toLowerCase());
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
  const shared = getInputProps(props);
  const needsParent = missing !== null && id === null;
  const placeholder = needsParent ? `Select ${inSentence(missing)} first` : options.isLoading ? 'Loading' : 'Select';
  const addOption = options.isSuccess ? add.option : null;
  return (
    <>
      <SearchSelect
        {...shared}
        error={shared.error ?? (isDeleted && `This ${inSentence(target?.label ?? '')} was deleted. Select another.`)}
        disabled={needsParent}
        placeholder={placeholder}
        data={addOption ? [...all, addOption] : all}
        value={id}
        clearable
        limit={200}
        nothingFoundMessage={reference.getEmptyText(noneText)}
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
  const readValue = (other: string) => record[other];
  const ownLabel = record[displayNameOf(name)];
  const { id, options, all, missing, getEmptyText } = useReferenceOptions({ resource, name, readValue, ownLabel });
  const target = inSentence(findResource(field.to)?.labelPlural ?? '');
  return (
    <OptionEditor
      {...props}
      options={all}
      value={id}
      nothingFound={missing === null ? getEmptyText(`No ${target} match`) : `Select ${inSentence(missing)} first`}
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
