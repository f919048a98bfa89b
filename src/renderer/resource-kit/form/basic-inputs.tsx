import { Checkbox, type InputWrapperProps, MultiSelect, Skeleton, TextInput } from '@mantine/core';
import { getClearButtonProps } from '../../ui/clear-button.ts';
import { GrowingTextarea } from '../../ui/growing-textarea.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { MoneyInput } from '../../ui/money-input.tsx';
import { SearchSelect } from '../../ui/search-select.tsx';
import { validateValue } from '../validate-value.ts';
import { type FieldInputProps, type FieldInputPropsFor, getInputProps } from './field-props.ts';

const DateInput = lazyComponent(
  async () => (await import('../../ui/date-input.tsx')).DateInput,
  <Skeleton height="3.75rem" />,
);

// A notice below the input doesn't move the input during typing.
const noticeBelow: InputWrapperProps['inputWrapperOrder'] = ['label', 'input', 'description', 'error'];

export const TextField = (props: FieldInputPropsFor<'text'>) => {
  const input = {
    ...getInputProps(props),
    value: String(props.value ?? ''),
    ...(props.notice && { inputWrapperOrder: noticeBelow }),
    onChange: (event: { currentTarget: { value: string } }) => props.onChange(event.currentTarget.value),
  };
  return props.field.isMultiline ? (
    <GrowingTextarea {...input} minRows={3} maxRows={12} />
  ) : (
    <TextInput {...input} type={props.field.inputType} />
  );
};

const validateOnBlur = ({ field, value, onBlur, onError }: FieldInputProps) => {
  onBlur();
  const error = validateValue(field, value);
  if (error) onError(error);
};

export const NumberField = (props: FieldInputPropsFor<'number'> | FieldInputPropsFor<'money'>) => (
  <MoneyInput
    {...getInputProps(props)}
    value={props.value}
    field={props.field}
    onChange={props.onChange}
    onBlur={() => validateOnBlur(props)}
  />
);

export const BooleanField = (props: FieldInputPropsFor<'boolean'>) => {
  const { withAsterisk: _asterisk, ...input } = getInputProps(props);
  return (
    <Checkbox
      {...input}
      checked={props.value === true}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
  );
};

export const DateField = (props: FieldInputPropsFor<'date'>) => (
  <DateInput
    {...getInputProps(props)}
    value={typeof props.value === 'string' ? props.value : null}
    onChange={props.onChange}
    onBlur={() => validateOnBlur(props)}
  />
);

const selectProps = (label: string) => ({
  placeholder: 'Select',
  clearable: true,
  nothingFoundMessage: 'Nothing found',
  clearButtonProps: getClearButtonProps(`Clear ${label}`),
});

export const ChoiceField = (props: FieldInputPropsFor<'choice'>) => (
  <SearchSelect
    {...getInputProps(props)}
    {...selectProps(props.field.label)}
    data={[...props.field.options]}
    value={typeof props.value === 'string' ? props.value : null}
    onChange={props.onChange}
    onUnknownText={props.onUnknownText}
  />
);

export const ChoicesField = (props: FieldInputPropsFor<'choices'>) => {
  const value = Array.isArray(props.value) ? props.value.map(String) : [];
  const { placeholder, ...select } = selectProps(props.field.label);
  return (
    <MultiSelect
      {...getInputProps(props)}
      {...select}
      searchable
      placeholder={value.length === 0 ? placeholder : undefined}
      data={[...props.field.options]}
      value={value}
      onChange={props.onChange}
    />
  );
};
