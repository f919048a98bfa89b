import { Input } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Field, FileField } from '#shared/resource-kit/fields.ts';
import { asset } from '#shared/resources/asset.ts';
import { uploadPath } from '#shared/urls.ts';
import { type LocalFile, platform } from '../../platform/index.ts';
import { isLocalFile } from '../../platform/local-files.ts';
import { FileDrop, type StoredFile } from '../../ui/file-drop.tsx';
import { readStoredItem, storeItem } from '../../ui/stored-item.ts';
import { showInfo } from '../../ui/toasts.tsx';
import { recallAsset } from '../library/asset-file.ts';
import { openLibrary, useHasLibrary } from '../library/choose-from-library.tsx';
import { isFullServer } from '../server-level.ts';
import { getCurrentUserId } from '../session-store.ts';
import { describeFile, getCaptionsUrl, getFileInfo } from './file.tsx';
import { FileUses } from './file-uses.tsx';
import type { FieldInputProps } from './kind.ts';

const markAsNotified = (userId: string): boolean => {
  const key = `images.metadata.${userId}`;
  const wasNotified = readStoredItem(key) !== null;
  if (!wasNotified) storeItem(key, 'told');
  return wasNotified;
};

/** Shows a one-time notice that uploaded images lose their location and camera details. */
export const notifyMetadataRemoval = async ({ type }: Pick<LocalFile, 'type'>): Promise<void> => {
  const hasMetadata = type.startsWith('image/') && type !== 'image/gif';
  if (!hasMetadata || !(await isFullServer().catch(() => false))) return;
  if (markAsNotified(getCurrentUserId())) return;
  showInfo('Location and camera details are removed from images you upload');
};

/** Label, help and error around an input that isn't from Mantine. */
export const FieldWrapper = (props: {
  field: Pick<Field, 'label' | 'help' | 'isRequired'>;
  error?: string;
  /** Below the input; it describes the input, too. */
  below?: ReactNode;
  children: (ids: { labelId: string; describedBy?: string }) => ReactNode;
}) => {
  const { field, error, below, children } = props;
  const id = useId();
  const describedBy = [field.help && `${id}-help`, error && `${id}-error`, below && `${id}-below`]
    .filter(Boolean)
    .join(' ');
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
      {below && <div id={`${id}-below`}>{below}</div>}
    </Input.Wrapper>
  );
};

// The original name is known only for the record's own file, or that of the record it is a copy of.
const getStoredFile = ({ field, value, name, form: { fileSource } }: FieldInputProps<FileField>): StoredFile | null => {
  if (typeof value !== 'string' || value === '') return null;
  const chosen = recallAsset(value);
  const info = fileSource?.[name] === value ? getFileInfo(fileSource, name) : chosen?.files?.file;
  const { width, height } = info ?? {};
  return {
    name: info?.name ?? chosen?.name ?? field.label,
    url: uploadPath(value, info?.name),
    size: info?.size ?? null,
    dimensions: width && height ? { width, height } : null,
  };
};

export const FileInput = (props: FieldInputProps<FileField>) => {
  const { field, value, form } = props;
  const local = isLocalFile(value) ? value : null;
  const hasLibrary = useHasLibrary() && form.resource !== asset;
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
  const chooseStored = () =>
    openLibrary({
      kind: field.kind,
      onChoose: ([chosen]) => {
        if (!chosen) return;
        setFileError('');
        if (local) platform.files.release(local);
        props.onChange(chosen.file);
      },
    });
  return (
    <div ref={containerRef}>
      <FieldWrapper {...props}>
        {({ labelId, describedBy }) => (
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
            labelId={labelId}
            onChange={change}
            onLibrary={hasLibrary ? chooseStored : undefined}
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
