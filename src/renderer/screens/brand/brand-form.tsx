import { SimpleGrid } from '@mantine/core';
import { brandsPage } from '#shared/resources/brands-page.ts';
import { FormPage, FormSection } from '../../resource/form/form-page.tsx';
import { ResourceField } from '../../resource/form/resource-field.tsx';
import { GalleryField } from './gallery-field.tsx';

export const BrandForm = () => (
  <FormPage
    resource={brandsPage}
    content={
      <>
        <FormSection title="Brand">
          <ResourceField resource={brandsPage} name="role" />
          <ResourceField resource={brandsPage} name="title" />
          <ResourceField resource={brandsPage} name="subTitle" />
          <ResourceField resource={brandsPage} name="description" />
        </FormSection>
        <FormSection title="Images">
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            <ResourceField resource={brandsPage} name="logo" />
            <ResourceField resource={brandsPage} name="bannerImage" />
            <ResourceField resource={brandsPage} name="descriptionImage" />
          </SimpleGrid>
        </FormSection>
        <FormSection title="Gallery">
          <ResourceField resource={brandsPage} name="gallerySubheading" />
          <GalleryField />
        </FormSection>
      </>
    }
  />
);
