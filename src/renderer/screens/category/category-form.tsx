import { category } from '#shared/resources/category.ts';
import { FormPage, FormSection, StatusSection } from '../../resource/form/form-page.tsx';
import { ResourceField } from '../../resource/form/resource-field.tsx';

export const CategoryForm = () => (
  <FormPage
    resource={category}
    content={
      <>
        <FormSection title="Category">
          <ResourceField resource={category} name="name" />
          <ResourceField resource={category} name="description" />
        </FormSection>
        <FormSection title="Pictures">
          <ResourceField resource={category} name="image" />
          <ResourceField resource={category} name="banner" />
        </FormSection>
      </>
    }
    aside={<StatusSection resource={category} />}
  />
);
