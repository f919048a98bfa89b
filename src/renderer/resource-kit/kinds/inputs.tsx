import { Checkbox, type InputWrapperProps, MultiSelect, Skeleton, TextInput } from '@mantine/core';
import type { SelectOption } from '#shared/api.ts';
import { nameKey, normalizeLine } from '#shared/normalize-text.ts';

import { findOption } from '#shared/options.ts';
import type {
  BooleanField,
  DateField,
  Field,
  FieldKind,
  MultiSelectField,
  RichTextField,
  SelectField,
  SlugField,
  Status,
  TextField,
} from '#shared/resource-kit/fields.ts';
import { GrowingTextarea } from '../../ui/growing-textarea.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { parseDay, validateDay } from '../../ui/parse-day.ts';
import { getClearButtonProps, SearchSelect } from '../../ui/search-select.tsx';
import { StatusSwitch } from '../../ui/switch.tsx';
import { AltInput } from './alt-input.tsx';
import { FieldWrapper, FileInput, notifyMetadataRemoval } from './file-input.tsx';
import { type Editing, getInputProps, type Parsed } from './kind.ts';
import { amount, number } from './number-input.tsx';
import { reference } from './reference-input.tsx';
import { TextCheck } from './text-check.tsx';

const DateInput = lazyComponent(
  async () => (await import('../../ui/date-input.tsx')).DateInput,
  <Skeleton height="3.75rem" />,
);
const RichTextEditor = lazyComponent(
  async () => (await import('../../ui/rich-text/rich-text-editor.tsx')).RichTextEditor,
  <Skeleton height="16.5rem" />,
);

// A notice below the input doesn't move the input during typing.
const noticeBelow: InputWrapperProps['inputWrapperOrder'] = ['label', 'input', 'description', 'error'];

const text: Editing<TextField | SlugField> = {
  Input: (props) => {
    const input = {
      ...getInputProps(props),
      value: String(props.value ?? ''),
      ...(props.notice && { inputWrapperOrder: noticeBelow }),
      onChange: (event: { currentTarget: { value: string } }) => props.onChange(event.currentTarget.value),
    };
    const { field } = props;
    if (field.kind === 'slug') return <TextInput {...input} />;
    if (field.altOf !== undefined) return <AltInput {...input} onChange={props.onChange} />;
    return field.isMultiline ? (
      <GrowingTextarea {...input} minRows={3} maxRows={12} />
    ) : (
      <TextInput {...input} type={field.inputType} />
    );
  },
  parse: (field, cell) => ({
    value: field.kind === 'text' && field.isMultiline ? cell.text.trim() : normalizeLine(cell.text),
  }),
};

const richText: Editing<RichTextField> = {
  Input: (props) => (
    <FieldWrapper {...props} below={<TextCheck html={String(props.value ?? '')} />}>
      {(ids) => (
        <RichTextEditor
          {...ids}
          ref={props.ref}
          label={props.field.label}
          value={String(props.value ?? '')}
          isInvalid={Boolean(props.error)}
          isRequired={props.field.isRequired}
          onChange={props.onChange}
          onImageAdd={() => void notifyMetadataRemoval({ type: 'image/jpeg' })}
          onBlur={props.onBlur}
        />
      )}
    </FieldWrapper>
  ),
};

const date: Editing<DateField> = {
  Input: (props) => (
    <DateInput
      {...getInputProps(props)}
      value={typeof props.value === 'string' ? props.value : null}
      onChange={props.onChange}
      onBlur={() => {
        props.onBlur();
        const error = validateDay(props.value);
        if (error) props.onError(error);
      }}
    />
  ),
  validate: (_field, value) => validateDay(value),
  parse: (_field, cell) => {
    const value = parseDay(cell.text);
    const error = validateDay(value);
    return error === null ? { value } : { error };
  },
};

/** The option that a text names by its label or value. */
const parseOption = (_field: Field, cell: { text: string; options: readonly SelectOption[] }): Parsed => {
  const named = findOption(cell.options, cell.text);
  return 'error' in named ? (cell.options.find(({ value }) => nameKey(value) === nameKey(cell.text)) ?? named) : named;
};

const checkbox: Editing<BooleanField> = {
  Input: (props) => {
    const { withAsterisk: _asterisk, ...input } = getInputProps(props);
    return (
      <Checkbox
        {...input}
        checked={props.value === true}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
    );
  },
  parse: (field, cell) => {
    const option = parseOption(field, cell);
    return 'error' in option ? option : { value: option.value === 'true' };
  },
};

const statusSwitch: Editing = {
  Input: (props) => (
    <FieldWrapper {...props}>
      {() => (
        <div>
          <StatusSwitch
            label={props.field.label}
            status={(props.value as Status | undefined) ?? 'ACTIVE'}
            onChange={props.onChange}
          />
        </div>
      )}
    </FieldWrapper>
  ),
  parse: parseOption,
};

const selectProps = (label: string) => ({
  placeholder: 'Select',
  clearable: true,
  nothingFoundMessage: 'Nothing found',
  clearButtonProps: getClearButtonProps(`Clear ${label}`),
});

const select: Editing<SelectField> = {
  Input: (props) => (
    <SearchSelect
      {...getInputProps(props)}
      {...selectProps(props.field.label)}
      data={[...props.field.options]}
      value={typeof props.value === 'string' ? props.value : null}
      onChange={props.onChange}
      onUnknownText={props.onUnknownText}
    />
  ),
  parse: parseOption,
};

const multiSelect: Editing<MultiSelectField> = {
  Input: (props) => {
    const value = Array.isArray(props.value) ? props.value.map(String) : [];
    const { placeholder, ...input } = selectProps(props.field.label);
    return (
      <MultiSelect
        {...getInputProps(props)}
        {...input}
        searchable
        placeholder={value.length === 0 ? placeholder : undefined}
        data={[...props.field.options]}
        value={value}
        onChange={props.onChange}
      />
    );
  },
};

const optionReference = { ...reference, parse: parseOption };
const file = { Input: FileInput };

const inputs: { [K in FieldKind]: Editing<Extract<Field, { kind: K }>> } = {
  text,
  slug: text,
  richText,
  number,
  money: amount,
  boolean: checkbox,
  date,
  status: statusSwitch,
  choice: select,
  choices: multiSelect,
  reference: optionReference,
  inherited: optionReference,
  image: file,
  pdf: file,
  video: file,
  captions: file,
  media: file,
};

// The table is keyed by kind, so the field always fits what its own kind selects.
export const getEditing = ({ kind }: Field): Editing => inputs[kind] as Editing;

/** Why a typed value is invalid; null for most kinds. The server decides whether a field can be empty. */
export const validateValue = (field: Field, value: unknown): string | null =>
  value === null || value === '' ? null : (getEditing(field).validate?.(field, value) ?? null);
