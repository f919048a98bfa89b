import { SimpleGrid } from '@mantine/core';
import { brandsPage } from '#shared/resources/brands-page.ts';
import { Field } from '../../resource-kit/form/field.tsx';
import { FormPage, FormSection } from '../../resource-kit/form/form-page.tsx';
import { GalleryField } from './gallery-field.tsx';

export const BrandForm = () => (
  <FormPage
    resource={brandsPage}
    content={
      <>
        <FormSection title="Brand" fields={['role', 'title', 'subTitle', 'description']} />
        <FormSection title="Images">
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            <Field name="logo" />
            <Field name="bannerImage" />
            <Field name="descriptionImage" />
          </SimpleGrid>
        </FormSection>
      </>
    }
    fullWidth={
      <FormSection title="Gallery" fields={['gallerySubheading']}>
        <GalleryField />
      </FormSection>
    }
  />
);
