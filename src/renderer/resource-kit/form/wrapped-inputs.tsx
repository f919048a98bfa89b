import { Input, Skeleton } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Field, FileField, Status } from '#shared/resource-kit/fields.ts';
import { uploadPath } from '#shared/upload-path.ts';
import { type LocalFile, platform } from '../../platform/index.ts';
import { FileDrop, type StoredFile } from '../../ui/file-drop.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { StatusSwitch } from '../../ui/switch.tsx';
import { describeFile } from '../field-value.tsx';
import { notifyMetadataRemoval } from '../image-notice.ts';
import { FileUses } from '../list/file-uses.tsx';
import { getCaptionsUrl, getFileInfo } from '../stored-file.ts';
import type { FieldInputProps, FieldInputPropsFor } from './field-props.ts';
import { isLocalFile } from './form-values.ts';

const RichTextEditor = lazyComponent(
  async () => (await import('../../ui/rich-text/rich-text-editor.tsx')).RichTextEditor,
  <Skeleton height="16.5rem" />,
);

/** Label, help and error around an input that isn't from Mantine. */
export const FieldWrapper = ({
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

export const RichTextField = (props: FieldInputPropsFor<'richText'>) => (
  <FieldWrapper {...props}>
    {(ids) => (
      <RichTextEditor
        {...ids}
        ref={props.ref}
        label={props.field.label}
        value={String(props.value ?? '')}
        isInvalid={Boolean(props.error)}
        isRequired={props.field.isRequired}
        isDisabled={props.form.isSaving}
        onChange={props.onChange}
        onImageAdd={() => void notifyMetadataRemoval({ type: 'image/jpeg' })}
        onBlur={props.onBlur}
      />
    )}
  </FieldWrapper>
);

export const StatusField = (props: FieldInputPropsFor<'status'>) => (
  <FieldWrapper {...props}>
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
  </FieldWrapper>
);

// The original name is known only for the record's own file, or that of the record it is a copy of.
const getStoredFile = ({ value, name, form: { fileSource } }: FieldInputProps<FileField>): StoredFile | null => {
  if (typeof value !== 'string' || value === '') return null;
  const info = fileSource?.[name] === value ? getFileInfo(fileSource, name) : undefined;
  const { width, height } = info ?? {};
  return {
    name: info?.name ?? value,
    url: uploadPath(value, info?.name),
    size: info?.size ?? null,
    dimensions: width && height ? { width, height } : null,
  };
};

export const FileInput = (props: FieldInputProps<FileField>) => {
  const { field, value, form } = props;
  const local = isLocalFile(value) ? value : null;
  const containerRef = useRef<HTMLDivElement>(null);
  const [fileError, setFileError] = useState('');
  // The error below the field may be outside the visible area.
  useEffect(() => {
    if (fileError !== '') containerRef.current?.scrollIntoView({ block: 'nearest' });
  }, [fileError]);
  const showFileError = (message: string) => {
    props.onError(message);
    setFileError(message);
  };
  const change = (file: LocalFile | null) => {
    setFileError('');
    if (local) platform.files.release(local);
    if (file) void notifyMetadataRemoval(file);
    props.onChange(file);
  };
  return (
    <div ref={containerRef}>
      <FieldWrapper {...props}>
        {({ describedBy }) => (
          <FileDrop
            ref={props.ref}
            kind={field.kind}
            label={field.label}
            fileLabel={form.fileSource ? describeFile(form.resource, form.fileSource, field) : field.label}
            captionsUrl={form.fileSource ? getCaptionsUrl(form.resource, form.fileSource, props.name) : undefined}
            value={local}
            storedFile={getStoredFile(props)}
            progress={form.progress}
            isInvalid={Boolean(props.error)}
            isDisabled={form.isSaving}
            describedBy={describedBy}
            onChange={change}
            onMultiple={props.onMultiple}
            onError={showFileError}
          />
        )}
      </FieldWrapper>
      {typeof value === 'string' && value !== '' && (
        <FileUses key={value} file={value} label={field.label} recordId={form.record?._id} />
      )}
    </div>
  );
};
