import { Box, Input } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { FileResult } from '#shared/ipc.ts';
import { altNameOf } from '#shared/resource-kit/fields.ts';
import { brandsPage } from '#shared/resources/brands-page.ts';
import { platform } from '../../platform/index.ts';
import { Field } from '../../resource-kit/form/field.tsx';
import { FormPage, FormSection, StatusSection } from '../../resource-kit/form/form-page.tsx';
import type { FormValues } from '../../resource-kit/form/form-values.ts';
import { SortableList } from '../../ui/sortable-list.tsx';
import { fillGallery, type GalleryName, galleryFields } from './fill-gallery.ts';
import classes from './gallery-field.module.css';

/** Too narrow for all images side by side, as in gallery-field.module.css. */
const narrowWindow = '(max-width: 62.5em)';

const GalleryField = () => {
  const isNarrow = useMediaQuery(narrowWindow, false, { getInitialValueInEffect: false });
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
        isHorizontal={!isNarrow}
        className={classes.gallery}
        itemClassName={classes.slot}
        onReorder={(ordered) => {
          // The fields stay in place; only their values move.
          const images = getValues(ordered);
          const alts = getValues(ordered.map(altNameOf));
          galleryFields.forEach((name, index) => {
            setValue(name, images[index], { shouldDirty: true });
            setValue(altNameOf(name), alts[index], { shouldDirty: true });
          });
        }}
      >
        {(name, _index, handle) => (
          <>
            <Box pos="absolute" top={-4} right={8} style={{ zIndex: 1 }}>
              {handle}
            </Box>
            <Field name={name} onChanged={() => setErrors([])} onMultiple={(results) => addFiles(results, name)} />
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

export const BrandForm = () => (
  <FormPage
    resource={brandsPage}
    content={<FormSection title="Brand" fields={['role', 'title', 'subTitle', 'description']} />}
    sidebar={
      <>
        <StatusSection resource={brandsPage} />
        <FormSection title="Images" fields={['logo', 'bannerImage', 'descriptionImage']} />
      </>
    }
    fullWidth={
      <FormSection title="Gallery" fields={['gallerySubheading']}>
        <GalleryField />
      </FormSection>
    }
  />
);
