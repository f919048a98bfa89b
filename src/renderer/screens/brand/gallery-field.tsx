import { useFormContext } from 'react-hook-form';
import { brandsPage } from '#shared/resources/brands-page.ts';
import type { FormValues } from '../../resource/form/field-props.ts';
import { ResourceField } from '../../resource/form/resource-field.tsx';
import { SortableList } from '../../ui/sortable-list.tsx';
import classes from './gallery-field.module.css';
import { galleryNames } from './gallery-names.ts';

/** The six pictures of a brand's gallery. Their order is changed by drag and drop, or by keyboard from the handle. */
export const GalleryField = () => {
  const { getValues, setValue } = useFormContext<FormValues>();
  return (
    <SortableList
      items={galleryNames}
      idOf={(name) => name}
      handleLabel={(name) => `Move ${brandsPage.fields[name].label}`}
      isHorizontal
      className={classes.gallery}
      itemClassName={classes.slot}
      onOrder={(ordered) => {
        // The fields stay where they are; it is the pictures that move.
        const pictures = getValues(ordered);
        galleryNames.forEach((name, index) => {
          setValue(name, pictures[index], { shouldDirty: true });
        });
      }}
    >
      {(name, _index, handle) => (
        <>
          <div className={classes.handle}>{handle}</div>
          <ResourceField resource={brandsPage} name={name} />
        </>
      )}
    </SortableList>
  );
};
