import { Input, Skeleton } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useId } from 'react';
import type { Field, FileField, Status } from '#shared/resource/fields.ts';
import { uploadPath } from '#shared/uploads.ts';
import { type LocalFile, platform } from '../../platform/index.ts';
import { FileDrop } from '../../ui/file-drop.tsx';
import { StatusSwitch } from '../../ui/status-switch.tsx';
import type { InputOf, InputProps } from './field-props.ts';
import { isLocalFile } from './form-values.ts';

const RichTextEditor = lazy(async () => ({
  default: (await import('../../ui/rich-text/rich-text-editor.tsx')).RichTextEditor,
}));

/** Label, help and error around an input that is not the UI kit's own. */
export const Framed = ({
  field,
  error,
  children,
}: {
  field: Pick<Field, 'label' | 'help' | 'isRequired'>;
  error?: string;
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
      errorProps={{ id: `${id}-error`, mt: 5 }}
      withAsterisk={field.isRequired}
    >
      {children({ labelId: `${id}-label`, describedBy: describedBy || undefined })}
    </Input.Wrapper>
  );
};

export const RichTextField = (props: InputOf<'richText'>) => (
  <Framed {...props}>
    {(ids) => (
      <Suspense fallback={<Skeleton height="16.5rem" />}>
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

export const StatusField = (props: InputOf<'status'>) => (
  <Framed {...props}>
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

export const FileInput = (props: InputProps<FileField>) => {
  const { field, value, form } = props;
  const local = isLocalFile(value) ? value : null;
  const change = (file: LocalFile | null) => {
    if (local) platform.files.release(local);
    props.onChange(file);
  };
  return (
    <Framed {...props}>
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
