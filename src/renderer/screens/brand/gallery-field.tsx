import { Input } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { FileResult } from '#shared/ipc-schemas.ts';
import { brandsPage } from '#shared/resources/brands-page.ts';
import { platform } from '../../platform/index.ts';
import type { FormValues } from '../../resource/form/field-props.ts';
import { useResourceFormContext } from '../../resource/form/form-context.ts';
import { FileInput } from '../../resource/form/wrapped-inputs.tsx';
import { SortableList } from '../../ui/sortable-list.tsx';
import { fillGallery } from './fill-gallery.ts';
import classes from './gallery-field.module.css';
import { type GalleryName, galleryFields } from './gallery-fields.ts';

const GallerySlot = ({
  name,
  onChange,
  onMultiple,
}: {
  name: GalleryName;
  onChange: () => void;
  onMultiple: ComponentProps<typeof FileInput>['onMultiple'];
}) => {
  const form = useResourceFormContext();
  const { setError, clearErrors } = useFormContext<FormValues>();
  const { field, fieldState } = useController<FormValues>({ name });
  return (
    <FileInput
      field={brandsPage.fields[name]}
      name={name}
      value={field.value}
      error={fieldState.error?.message}
      form={form}
      onChange={(value) => {
        clearErrors(name);
        onChange();
        field.onChange(value);
      }}
      onBlur={field.onBlur}
      onMultiple={onMultiple}
      onError={(error) => setError(name, { type: 'file', message: error })}
      ref={field.ref}
    />
  );
};

export const GalleryField = () => {
  const { getValues, setValue, clearErrors } = useFormContext<FormValues>();
  const [errors, setErrors] = useState<readonly string[]>([]);

  /** Fills the free slots and returns whether every file was added. */
  const addFiles = (results: readonly FileResult[], from: GalleryName): boolean => {
    const filled = fillGallery(results, { startAt: from, isFree: (name) => !getValues(name) });
    for (const { name, file } of filled.assigned) {
      clearErrors(name);
      setValue(name, file, { shouldDirty: true });
    }
    for (const file of filled.rejected) platform.files.release(file);
    setErrors(filled.errors);
    return filled.errors.length === 0;
  };
  return (
    <div>
      <SortableList
        items={galleryFields}
        getId={(name) => name}
        getHandleLabel={(name) => `Move ${brandsPage.fields[name].label}`}
        isHorizontal
        className={classes.gallery}
        itemClassName={classes.slot}
        onReorder={(ordered) => {
          // The fields stay in place; only their values move.
          const images = getValues(ordered);
          galleryFields.forEach((name, index) => {
            setValue(name, images[index], { shouldDirty: true });
          });
        }}
      >
        {(name, _index, handle) => (
          <>
            <div className={classes.handle}>{handle}</div>
            <GallerySlot
              name={name}
              onChange={() => setErrors([])}
              onMultiple={(results) => addFiles(results, name)}
            />
          </>
        )}
      </SortableList>
      <div role="alert">
        {errors.map((error) => (
          <Input.Error key={error}>{error}</Input.Error>
        ))}
      </div>
    </div>
  );
};
