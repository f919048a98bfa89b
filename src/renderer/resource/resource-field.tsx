import {
  Checkbox,
  Input,
  MultiSelect,
  NumberInput,
  Select,
  Skeleton,
  Textarea,
  TextInput,
} from '@mantine/core';
import { lazy, type ReactNode, Suspense, useId } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { Resource } from '#shared/resource/define-resource.ts';
import {
  displayNameOf,
  type Field,
  type FieldKind,
  type FileField,
  type Status,
} from '#shared/resource/fields.ts';
import { uploadPath } from '#shared/uploads.ts';
import { type LocalFile, platform } from '../platform/index.ts';
import { FileDrop } from '../ui/file-drop.tsx';
import { StatusSwitch } from '../ui/status-switch.tsx';
import { type FormContextValue, useResourceFormContext } from './form-context.ts';
import { useSelectOptions } from './hooks.ts';

const RichTextEditor = lazy(async () => ({
  default: (await import('../ui/rich-text-editor.tsx')).RichTextEditor,
}));

/** What a form holds, by field name. */
export type FormValues = Record<string, unknown>;

type InputProps<F extends Field = Field> = {
  field: F;
  name: string;
  value: unknown;
  error?: string;
  form: FormContextValue;
  onChange: (value: unknown) => void;
  onBlur: () => void;
  onProblem: (problem: string) => void;
  ref: (element: { focus: () => void } | null) => void;
};

type Of<K extends FieldKind> = InputProps<Extract<Field, { kind: K }>>;

/** What every input of Mantine gets alike. */
const shared = ({ field, name, error, form, onBlur, ref }: InputProps) => ({
  ref,
  label: field.label,
  description: field.help,
  error,
  withAsterisk: field.isRequired,
  disabled: form.isSaving,
  onBlur,
  name,
  'aria-required': field.isRequired,
  'data-autofocus': form.autoFocusName === name || undefined,
});

const TextField = (props: Of<'text'>) => {
  const input = {
    ...shared(props),
    value: String(props.value ?? ''),
    onChange: (event: { currentTarget: { value: string } }) => props.onChange(event.currentTarget.value),
  };
  return props.field.isMultiline ? (
    <Textarea {...input} autosize minRows={3} maxRows={12} />
  ) : (
    <TextInput {...input} />
  );
};

const NumberField = (props: Of<'number'>) => (
  <NumberInput
    {...shared(props)}
    value={typeof props.value === 'number' ? props.value : ''}
    allowDecimal={!props.field.isInteger}
    onChange={(value) => props.onChange(value === '' ? null : value)}
  />
);

const MoneyField = (props: Of<'money'>) => (
  <NumberInput
    {...shared(props)}
    value={typeof props.value === 'number' ? props.value : ''}
    min={0}
    decimalScale={2}
    thousandSeparator=","
    onChange={(value) => props.onChange(value === '' ? null : value)}
  />
);

const BooleanField = (props: Of<'boolean'>) => {
  const { withAsterisk: _asterisk, ...input } = shared(props);
  return (
    <Checkbox
      {...input}
      checked={props.value === true}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
  );
};

const DateField = (props: Of<'date'>) => (
  <TextInput
    {...shared(props)}
    type="date"
    value={typeof props.value === 'string' ? props.value.slice(0, 10) : ''}
    onChange={(event) => props.onChange(event.currentTarget.value || null)}
  />
);

const ChoiceField = (props: Of<'choice'>) => (
  <Select
    {...shared(props)}
    placeholder="Select"
    data={[...props.field.options]}
    value={typeof props.value === 'string' ? props.value : null}
    searchable
    clearable
    onChange={props.onChange}
  />
);

const ChoicesField = (props: Of<'choices'>) => (
  <MultiSelect
    {...shared(props)}
    data={[...props.field.options]}
    value={Array.isArray(props.value) ? props.value.map(String) : []}
    searchable
    clearable
    onChange={props.onChange}
  />
);

const ReferenceField = (props: Of<'reference'> | Of<'inherited'>) => {
  const { field, form, value } = props;
  const options = useSelectOptions(field.to);
  const id = typeof value === 'string' && value !== '' ? value : null;
  const known = options.data ?? [];
  const own = { value: id ?? '', label: String(form.record?.[displayNameOf(props.name)] ?? id ?? '') };
  return (
    <Select
      {...shared(props)}
      placeholder={options.isLoading ? 'Loading' : 'Select'}
      data={id === null || known.some((option) => option.value === id) ? known : [own, ...known]}
      value={id}
      searchable
      clearable
      limit={200}
      nothingFoundMessage={options.isError ? 'The list could not be loaded' : 'Nothing found'}
      onDropdownOpen={() => options.isError && void options.refetch()}
      onChange={props.onChange}
    />
  );
};

/** Label, help and error around an input that is not Mantine's own. */
const Framed = ({
  props: { field, error },
  children,
}: {
  props: InputProps;
  children: (ids: { labelId: string; describedBy?: string }) => ReactNode;
}) => {
  const id = useId();
  const describedBy = [field.help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <Input.Wrapper
      label={field.label}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      description={field.help}
      descriptionProps={{ id: `${id}-help` }}
      error={error}
      errorProps={{ id: `${id}-error` }}
      withAsterisk={field.isRequired}
    >
      {children({ labelId: `${id}-label`, describedBy: describedBy || undefined })}
    </Input.Wrapper>
  );
};

const RichTextField = (props: Of<'richText'>) => (
  <Framed props={props}>
    {(ids) => (
      <Suspense fallback={<Skeleton height="15rem" />}>
        <RichTextEditor
          {...ids}
          ref={props.ref}
          label={props.field.label}
          value={String(props.value ?? '')}
          isInvalid={Boolean(props.error)}
          isRequired={props.field.isRequired}
          isDisabled={props.form.isSaving}
          onChange={props.onChange}
          onBlur={props.onBlur}
        />
      </Suspense>
    )}
  </Framed>
);

const StatusField = (props: Of<'status'>) => (
  <Framed props={props}>
    {() => (
      <div>
        <StatusSwitch
          label={props.field.label}
          status={(props.value as Status | undefined) ?? 'ACTIVE'}
          isDisabled={props.form.isSaving}
          onChange={props.onChange}
        />
      </div>
    )}
  </Framed>
);

const isLocalFile = (value: unknown): value is LocalFile => typeof value === 'object' && value !== null;

const FileInput = (props: InputProps<FileField>) => {
  const { field, value, form } = props;
  const local = isLocalFile(value) ? value : null;
  const change = (file: LocalFile | null) => {
    if (local) platform.files.release(local);
    props.onChange(file);
  };
  return (
    <Framed props={props}>
      {({ describedBy }) => (
        <FileDrop
          ref={props.ref}
          kind={field.kind}
          label={field.label}
          value={local}
          stored={typeof value === 'string' && value !== '' ? { name: value, url: uploadPath(value) } : null}
          progress={form.progress}
          isInvalid={Boolean(props.error)}
          isDisabled={form.isSaving}
          describedBy={describedBy}
          onChange={change}
          onProblem={props.onProblem}
        />
      )}
    </Framed>
  );
};

type Inputs = { [K in FieldKind]: (props: Of<K>) => ReactNode };

const inputs: Inputs = {
  text: TextField,
  richText: RichTextField,
  number: NumberField,
  money: MoneyField,
  boolean: BooleanField,
  date: DateField,
  status: StatusField,
  choice: ChoiceField,
  choices: ChoicesField,
  reference: ReferenceField,
  inherited: ReferenceField,
  image: FileInput,
  pdf: FileInput,
  video: FileInput,
};

/** The input for one field of a resource, as its kind asks for, with the server's errors at it. */
export const ResourceField = <R extends Resource>({
  resource,
  name,
}: {
  resource: R;
  name: keyof R['fields'] & string;
}) => {
  const form = useResourceFormContext();
  const { setError, clearErrors } = useFormContext<FormValues>();
  const { field: control, fieldState } = useController<FormValues>({ name });
  const field = resource.fields[name] as Field;
  // The map is keyed by kind, so the field always fits the input that its own kind picks.
  const FieldInput = inputs[field.kind] as (props: InputProps) => ReactNode;
  return (
    <FieldInput
      field={field}
      name={name}
      value={control.value}
      error={fieldState.error?.message}
      form={form}
      onChange={(value) => {
        clearErrors(name);
        control.onChange(value);
      }}
      onBlur={control.onBlur}
      onProblem={(problem) => setError(name, { type: 'file', message: problem })}
      ref={control.ref}
    />
  );
};
